import { numberOfId } from '@milepost/core/global-ids';
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { RequestError } from '../../../platform/api/errors.ts';
import type { TreeItem } from './items.ts';
import { fetchMore, type Level, levelKey, levelQuery, type Parent } from './levels.ts';
import { ROOT, type LevelState } from './rows.ts';

export interface Levels {
  client: QueryClient;
  /** By the key of the parent, as far as they were ever opened. */
  states: ReadonlyMap<string, LevelState>;
  /** Fetches the children of an item unless they are loaded. */
  load(item: TreeItem): void;
  more(parentKey: string): void;
  /** A level as it is now, also before the tree is drawn with it. */
  read(parentKey: string): Level | undefined;
  retry(parentKey: string): void;
  /** Updates a level optimistically. Returns the previous value. */
  patch(parentKey: string, change: (level: Level) => Level): Level | undefined;
  put(parentKey: string, level: Level | undefined): void;
  /** Refetches the children of a parent. */
  reload(parentKey: string): Promise<void>;
}

/** The levels of a tree: each is requested once when expanded, and again after a change. */
export function useLevels(fullPath: string, iid: string): Levels {
  const client = useQueryClient();
  const [below, setBelow] = useState<ReadonlyMap<string, Parent>>(new Map());
  const [paging, setPaging] = useState<ReadonlyMap<string, 'loading' | 'failed'>>(new Map());
  const parents = useMemo(
    () => new Map<string, Parent>([[ROOT, { kind: 'epic', fullPath, iid }], ...below]),
    [fullPath, iid, below],
  );
  const results = useQueries({
    queries: [...parents].map(([key, parent]) => levelQuery(client, parent, key === ROOT)),
    combine: collect,
  });
  const states = useMemo(() => {
    const keys = [...parents.keys()];
    return new Map(
      results.map(({ level, isFailed }, index): [string, LevelState] => {
        const key = keys[index] ?? '';
        const page = paging.get(key);
        return [key, { level, isFailed, isMoreFailed: page === 'failed', isLoadingMore: page === 'loading' }];
      }),
    );
  }, [parents, results, paging]);

  const setPage = useCallback((key: string, state: 'loading' | 'failed' | null) => {
    setPaging((now) => {
      const next = new Map(now);
      if (state) next.set(key, state);
      else next.delete(key);
      return next;
    });
  }, []);
  return useMemo(() => {
    const keyOf = (parentKey: string): readonly string[] | null => {
      const parent = parents.get(parentKey);
      return parent ? levelKey(parent) : null;
    };
    const more = (parentKey: string): void => {
      const parent = parents.get(parentKey);
      if (!parent || states.get(parentKey)?.isLoadingMore) return;
      setPage(parentKey, 'loading');
      fetchMore(client, parent).then(
        () => setPage(parentKey, null),
        (error: unknown) => {
          if (!(error instanceof RequestError)) throw error;
          setPage(parentKey, 'failed');
        },
      );
    };
    const reload = async (parentKey: string): Promise<void> => {
      const queryKey = keyOf(parentKey);
      if (queryKey) await client.invalidateQueries({ queryKey, exact: true });
    };
    return {
      client,
      states,
      load: (item) => setBelow((now) => (now.has(item.key) ? now : new Map(now).set(item.key, parentOf(item)))),
      more,
      read: (parentKey) => client.getQueryData<Level>(keyOf(parentKey) ?? []),
      retry: (parentKey) => (states.get(parentKey)?.isMoreFailed ? more(parentKey) : void reload(parentKey)),
      patch(parentKey, change) {
        const queryKey = keyOf(parentKey);
        const before = queryKey ? client.getQueryData<Level>(queryKey) : undefined;
        if (queryKey && before) {
          void client.cancelQueries({ queryKey, exact: true });
          client.setQueryData<Level>(queryKey, change(before));
        }
        return before;
      },
      put(parentKey, level) {
        const queryKey = keyOf(parentKey);
        if (queryKey && level) client.setQueryData<Level>(queryKey, level);
      },
      reload,
    };
  }, [client, parents, states, setPage]);
}

function collect(results: readonly { data: Level | undefined; isError: boolean }[]) {
  return results.map(({ data, isError }) => ({ level: data, isFailed: isError && data === undefined }));
}

function parentOf(item: TreeItem): Parent {
  return item.fullPath === null
    ? { kind: 'issue', id: numberOfId(item.id) }
    : { kind: 'epic', fullPath: item.fullPath, iid: item.iid };
}
