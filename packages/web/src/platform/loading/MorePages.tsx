import { useCallback } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { useEndOfList } from '../../ui/list/use-end-of-list.ts';

/** Pixels below the screen where the next page is fetched. */
const MARGIN = 600;

export interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): Promise<unknown>;
}

/**
 * At the end of a list: fetches the next page when it comes near the viewport, and is a button for the keyboard. `isManual`: only the
 * button fetches.
 */
export function MorePages({ query, isManual = false }: { query: PagedQuery; isManual?: boolean }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isWaiting = !isManual && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const fetchMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const endRef = useEndOfList(fetchMore, MARGIN);
  if (!hasNextPage) return null;
  return (
    <div ref={isWaiting ? endRef : null} style={{ display: 'grid', justifyItems: 'center', padding: 16 }}>
      {isFetchNextPageError ? (
        <ErrorState onRetry={() => void fetchNextPage()}>
          <FormattedMessage id="app.moreFailed" defaultMessage="Could not load the rest of the list." />
        </ErrorState>
      ) : (
        <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <FormattedMessage id="app.more" defaultMessage="Show more" />
        </Button>
      )}
    </div>
  );
}
