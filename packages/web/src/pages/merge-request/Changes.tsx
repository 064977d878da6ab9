import { useInfiniteQuery } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import { requestCommitPages, requestDiffPages, type RequestProps } from '../../modules/merge-requests/api.ts';
import { CommitRows } from '../../modules/repositories/CommitRows.tsx';
import { DiffFiles } from '../../modules/repositories/DiffFiles.tsx';
import { repositoryMessages as messages } from '../../modules/repositories/messages.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import { text } from '../../ui/text/text.tsx';
import styles from './MergeRequest.module.css';

function NoChanges() {
  return (
    <p className={`${text.quiet} ${styles.empty}`}>
      <FormattedMessage {...messages.noChanges} />
    </p>
  );
}

/** The commits that the target does not have. */
export function Commits({ request, fullPath }: RequestProps) {
  const query = useInfiniteQuery(requestCommitPages({ fullPath, iid: request.iid }, request.diffHeadSha));
  return (
    <>
      <SkeletonView query={query} failed={<FormattedMessage {...messages.commitsFailed} />}>
        {({ pages }) => {
          const commits = pages.flatMap(({ items }) => items);
          return commits.length === 0 ? <NoChanges /> : <CommitRows fullPath={fullPath} commits={commits} />;
        }}
      </SkeletonView>
      <MorePages query={query} />
    </>
  );
}

/** The changed files with their diffs. */
export function Changes({ request, fullPath }: RequestProps) {
  const query = useInfiniteQuery(requestDiffPages({ fullPath, iid: request.iid }, request.diffHeadSha));
  return (
    <>
      <SkeletonView query={query} failed={<FormattedMessage {...messages.diffsFailed} />}>
        {({ pages }) => {
          const files = pages.flatMap(({ items }) => items);
          return files.length === 0 ? <NoChanges /> : <DiffFiles files={files} heading="h2" />;
        }}
      </SkeletonView>
      <MorePages query={query} />
    </>
  );
}
