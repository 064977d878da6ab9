import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { session } from '../../../platform/session/session.ts';
import { type BoardData, boardKey, sendFold } from './board.ts';
import type { BoardAddress } from './use-board.ts';

/** The folded columns and lanes: changed at once, and stored for the viewer; those of a saved view in the address. */
export function useFolded(data: BoardData, { query: { home, boardId }, folded: named, isView, change }: BoardAddress) {
  const client = useQueryClient();
  const [own, setOwn] = useState<ReadonlyMap<string, boolean>>(new Map());
  const folded = useMemo(() => {
    if (named) return new Set(named);
    if (isView) return new Set<string>();
    const keys = new Set(data.folded);
    for (const [key, isFolded] of own) {
      if (isFolded) keys.add(key);
      else keys.delete(key);
    }
    return keys;
  }, [data.folded, named, isView, own]);
  const fold = useCallback(
    (key: string, isFolded: boolean): void => {
      if (isView || named) {
        const others = (named ?? []).filter((each) => each !== key);
        change({ folded: isFolded ? [...others, key] : others });
        return;
      }
      setOwn((now) => new Map(now).set(key, isFolded));
      if (session().viewer === null) return;
      void sendFold(home, boardId, key, isFolded).then(() =>
        client.invalidateQueries({ queryKey: [...boardKey(home), 'page'] }),
      );
    },
    [client, home, boardId, named, isView, change],
  );
  return [folded, fold] as const;
}
