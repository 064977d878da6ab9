import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { commitDiffPages, commitQuery, type CommitView } from '../../modules/repositories/api.ts';
import { DiffFiles } from '../../modules/repositories/DiffFiles.tsx';
import { repositoryMessages } from '../../modules/repositories/messages.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printTime } from '../../ui/field/days.ts';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';
import styles from './Commit.module.css';

const messages = defineMessages({
  changes: { id: 'commit.changes', defaultMessage: 'Changes' },
  by: { id: 'commit.by', defaultMessage: '{name} committed on {when}.' },
  parents: { id: 'commit.parents', defaultMessage: '{count, plural, one {Parent} other {Parents}}: {parents}' },
  stats: {
    id: 'commit.stats',
    defaultMessage:
      '{additions, plural, one {# line} other {# lines}} added, {deletions, plural, one {# line} other {# lines}} removed',
  },
});

/** One commit: its message and what it changed, compared with its first parent. */
export function CommitPage({ address: { fullPath, sha } }: PageProps<'commit'>) {
  const query = useQuery(commitQuery(fullPath, sha));
  useTitle(query.data?.title || sha.slice(0, 8), fullPath);
  return (
    <PageBody>
      <SkeletonView query={query}>{(commit) => <Commit commit={commit} fullPath={fullPath} />}</SkeletonView>
    </PageBody>
  );
}

function Commit({ commit, fullPath }: { commit: CommitView; fullPath: string }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const diffs = useInfiniteQuery(commitDiffPages(fullPath, commit.id));
  const body = commit.message.trimStart().split('\n').slice(1).join('\n').trim();
  return (
    <>
      <PageHead
        title={<span className={styles.wrapped}>{commit.title || commit.short_id}</span>}
        actions={
          <Button
            icon={Copy}
            aria-label={formatMessage(repositoryMessages.copySha)}
            onClick={() =>
              void copyText(commit.id, {
                copied: formatMessage(repositoryMessages.copied),
                notCopied: formatMessage(repositoryMessages.notCopied, { sha: commit.id }),
              })
            }
          >
            {commit.short_id}
          </Button>
        }
      />
      <p className={`${text.quiet} ${styles.wrapped}`}>
        <FormattedMessage
          {...messages.by}
          values={{ name: commit.author_name, when: printTime(intl, commit.authored_date) }}
        />{' '}
        {commit.parent_ids.length > 0 && (
          <FormattedMessage
            {...messages.parents}
            values={{
              count: commit.parent_ids.length,
              parents: commit.parent_ids.map((sha, index) => (
                <span key={sha}>
                  {index > 0 && ', '}
                  <Link className={text.link} to={{ page: 'commit', fullPath, sha }}>
                    <code>{sha.slice(0, 8)}</code>
                  </Link>
                </span>
              )),
            }}
          />
        )}
      </p>
      {body !== '' && <p className={styles.text}>{body}</p>}
      <Section
        title={<FormattedMessage {...messages.changes} />}
        after={
          commit.stats && (
            <span className={text.quiet}>
              <FormattedMessage {...messages.stats} values={{ ...commit.stats }} />
            </span>
          )
        }
      >
        <SkeletonView query={diffs} failed={<FormattedMessage {...repositoryMessages.diffsFailed} />}>
          {({ pages }) => {
            const files = pages.flatMap(({ items }) => items);
            if (files.length > 0) return <DiffFiles files={files} heading="h3" />;
            return (
              <p className={text.quiet}>
                <FormattedMessage {...repositoryMessages.noChanges} />
              </p>
            );
          }}
        </SkeletonView>
        <MorePages query={diffs} />
      </Section>
    </>
  );
}
