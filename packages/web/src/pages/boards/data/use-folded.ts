import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { session } from '../../../platform/session/session.ts';
import { type BoardData, boardKey, type BoardQuery, sendFold } from './board.ts';

/** The folded columns and lanes: changed at once, and stored for the viewer. */
export function useFolded(data: BoardData, { home, boardId }: BoardQuery) {
  const client = useQueryClient();
  const [own, setOwn] = useState<ReadonlyMap<string, boolean>>(new Map());
  const folded = useMemo(() => {
    const keys = new Set(data.folded);
    for (const [key, isFolded] of own) {
      if (isFolded) keys.add(key);
      else keys.delete(key);
    }
    return keys;
  }, [data.folded, own]);
  const fold = useCallback(
    (key: string, isFolded: boolean): void => {
      setOwn((now) => new Map(now).set(key, isFolded));
      if (session().viewer === null) return;
      void sendFold(home, boardId, key, isFolded).then(() =>
        client.invalidateQueries({ queryKey: [...boardKey(home), 'page'] }),
      );
    },
    [client, home, boardId],
  );
  return [folded, fold] as const;
}
