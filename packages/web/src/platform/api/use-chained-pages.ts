import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

/** A page of a list; `next` is the cursor of the page after it, null after the last one. */
export interface ChainedPage {
  next: string | null;
}

interface PageQuery<Page> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Page>;
  staleTime: number;
  initialData?: () => Page | undefined;
  initialDataUpdatedAt?: () => number | undefined;
}

export interface ChainSource<Page> {
  /** What the lists depend on: other lists begin again. */
  subject: unknown;
  /** The lists whose first page is requested at the beginning. */
  requested?: () => readonly string[];
  /** The cursor of the first page of a list; null without one. */
  startOf: (list: string) => string | null;
  pageOf: (list: string, cursor: string) => PageQuery<Page>;
  isEnabled: boolean;
}

/** The loaded pages of one list. */
export interface Chain<Page> {
  pages: readonly Page[];
  /** When each of them was loaded. */
  times: readonly number[];
  /** Whether a page is missing. */
  hasMore: boolean;
  error: Error | null;
}

interface Result<Page> {
  data: Page | undefined;
  dataUpdatedAt: number;
  error: Error | null;
}

const none: ReadonlyMap<string, number> = new Map();
const noPages: Chain<never> = { pages: [], times: [], hasMore: true, error: null };

/** The cursors of the first `count` pages of a list, as far as they are known. */
function cursorsOf<Page extends ChainedPage>(
  client: QueryClient,
  { startOf, pageOf }: Pick<ChainSource<Page>, 'startOf' | 'pageOf'>,
  list: string,
  count: number,
): string[] {
  const cursors: string[] = [];
  let cursor: string | null | undefined = startOf(list);
  while (cursors.length < count && cursor !== null && cursor !== undefined) {
    cursors.push(cursor);
    cursor = client.getQueryData<Page>(pageOf(list, cursor).queryKey)?.next;
  }
  return cursors;
}

/**
 * Many lists, each loaded page by page on request. A page begins where the previous one ends now: its entries may have moved since
 * they were requested.
 */
export function useChainedPages<Page extends ChainedPage>(source: ChainSource<Page>) {
  const client = useQueryClient();
  const { subject, isEnabled, pageOf, startOf } = source;
  const [asked, setAsked] = useState(() => ({
    subject,
    counts: isEnabled ? firstPages(source.requested?.() ?? []) : none,
  }));
  const counts = asked.subject === subject ? asked.counts : none;
  const chain = isEnabled
    ? [...counts].flatMap(([list, count]) => cursorsOf(client, source, list, count).map((cursor) => ({ list, cursor })))
    : [];
  const signature = JSON.stringify(chain);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the signature is the chain
  const wanted = useMemo(() => chain, [signature]);
  const found = useQueries({
    queries: wanted.map(({ list, cursor }) => pageOf(list, cursor)),
    combine: useCallback(
      (results: Result<Page>[]): ReadonlyMap<string, Chain<Page>> => {
        const byList = new Map<string, Chain<Page>>();
        for (const [index, { data, error, dataUpdatedAt }] of results.entries()) {
          const { list } = wanted[index] ?? { list: '' };
          const { pages, times, error: before } = byList.get(list) ?? noPages;
          byList.set(list, {
            pages: data ? [...pages, data] : pages,
            times: data ? [...times, dataUpdatedAt] : times,
            hasMore: data?.next !== null,
            error: error ?? before,
          });
        }
        return byList;
      },
      [wanted],
    ),
  });
  const load = useCallback(
    (list: string) =>
      setAsked((now) => {
        const countsNow = now.subject === subject ? now.counts : none;
        const cursors = cursorsOf(client, { pageOf, startOf }, list, countsNow.get(list) ?? 0);
        const last = cursors.at(-1);
        if (last === undefined) return { subject, counts: new Map([...countsNow, [list, 1]]) };
        const page = client.getQueryState<Page>(pageOf(list, last).queryKey);
        if (page?.status === 'error') {
          void client.refetchQueries({ queryKey: pageOf(list, last).queryKey });
          return now;
        }
        if (!page?.data?.next) return now;
        return { subject, counts: new Map([...countsNow, [list, cursors.length + 1]]) };
      }),
    [client, subject, pageOf, startOf],
  );
  /** Loads the first or the next page of a list, unless it is loading. */
  return { found, load };
}

const firstPages = (lists: readonly string[]): ReadonlyMap<string, number> => new Map(lists.map((list) => [list, 1]));
