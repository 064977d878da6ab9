import { useInfiniteQuery } from '@tanstack/react-query';
import { GitBranch, GitPullRequest } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CommitRows } from '../../modules/repositories/CommitRows.tsx';
import { branchPages, commitPages } from '../../modules/repositories/location.ts';
import { repositoryMessages } from '../../modules/repositories/messages.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { SearchField } from '../../ui/field/Field.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Row, Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { repositoryPageMessages as messages } from './messages.ts';

/** The commits of a branch, tag or commit, newest first. */
export function Commits({ fullPath, gitRef }: { fullPath: string; gitRef: string }) {
  const query = useInfiniteQuery(commitPages(fullPath, gitRef));
  return (
    <>
      <SkeletonView query={query} failed={<FormattedMessage {...repositoryMessages.commitsFailed} />}>
        {({ pages }) => <CommitRows fullPath={fullPath} commits={pages.flatMap(({ items }) => items)} />}
      </SkeletonView>
      <MorePages query={query} />
    </>
  );
}

/** The branches by name, each with its newest commit. */
export function Branches({ fullPath }: { fullPath: string }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(branchPages(fullPath, useDebounced(search)));
  return (
    <>
      <RowTools>
        <SearchField label={formatMessage(messages.searchBranches)} value={search} onChange={setSearch} />
      </RowTools>
      <SkeletonView query={query}>
        {({ pages }) => {
          const branches = pages.flatMap(({ items }) => items);
          if (branches.length === 0) {
            return (
              <p className={text.quiet}>
                <FormattedMessage {...messages.noBranches} />
              </p>
            );
          }
          return (
            <Rows label={formatMessage(messages.branches)}>
              {branches.map((branch) => (
                <Row
                  key={branch.name}
                  before={<Icon of={GitBranch} />}
                  title={
                    <Link
                      className={`${text.titleLink} ${text.strong}`}
                      to={{ page: 'repository', fullPath, at: branch.name }}
                    >
                      {branch.name}
                    </Link>
                  }
                  note={
                    branch.commit &&
                    `${branch.commit.title || branch.commit.short_id} · ${printAgo(intl, branch.commit.committed_date)}`
                  }
                  end={
                    branch.default ? (
                      <Badge tone="info">
                        <FormattedMessage {...messages.default} />
                      </Badge>
                    ) : (
                      <>
                        {branch.merged && (
                          <Badge>
                            <FormattedMessage {...messages.merged} />
                          </Badge>
                        )}
                        {branch.can_push && !branch.merged && (
                          <Link
                            className={text.link}
                            to={{ page: 'newMergeRequest', fullPath }}
                            search={{ source: branch.name }}
                            aria-label={formatMessage(messages.newRequest, { branch: branch.name })}
                            data-tooltip={formatMessage(messages.newRequest, { branch: branch.name })}
                          >
                            <Icon of={GitPullRequest} />
                          </Link>
                        )}
                      </>
                    )
                  }
                />
              ))}
            </Rows>
          );
        }}
      </SkeletonView>
      <MorePages query={query} />
    </>
  );
}
