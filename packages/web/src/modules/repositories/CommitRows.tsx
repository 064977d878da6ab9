import { GitCommitHorizontal } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { text } from '../../ui/text/text.tsx';
import type { CommitView } from './api.ts';
import { repositoryMessages as messages } from './messages.ts';

/** Commits, each linked to its page. */
export function CommitRows({ fullPath, commits }: { fullPath: string; commits: readonly CommitView[] }) {
  const intl = useIntl();
  return (
    <Rows label={intl.formatMessage(messages.commits)}>
      {commits.map((commit) => (
        <Row
          key={commit.id}
          before={<GitCommitHorizontal aria-hidden size={16} />}
          title={
            <Link className={`${text.titleLink} ${text.strong}`} to={{ page: 'commit', fullPath, sha: commit.id }}>
              {commit.title === '' ? commit.short_id : commit.title}
            </Link>
          }
          note={intl.formatMessage(messages.authored, {
            name: commit.author_name,
            when: printAgo(intl, commit.authored_date),
          })}
          end={<code className={text.quiet}>{commit.short_id}</code>}
        />
      ))}
    </Rows>
  );
}
