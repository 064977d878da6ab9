import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/Alert.tsx';

export interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** At the foot of a list: fetches the next page when it comes near the screen, and is a button for the keyboard. */
export function MorePages({ query }: { query: PagedQuery }) {
  const foot = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const element = foot.current;
    if (!element || !isWaiting) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={foot} style={{ display: 'grid', justifyItems: 'center', padding: 16 }}>
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
