import { useEffect, useState } from 'react';
import type { headersOver, LaneRow, MarkStuck } from './LaneRows.tsx';

interface LaneHeaders {
  LaneRow: typeof LaneRow;
  MarkStuck: typeof MarkStuck;
  headersOver: typeof headersOver;
}

let loaded: LaneHeaders | null = null;

export async function loadLaneHeaders(): Promise<LaneHeaders> {
  loaded = await import('./LaneRows.tsx');
  return loaded;
}

/** The headers of lanes, once their code has loaded: most roadmaps have none. */
export function useLaneHeaders(isWanted: boolean): LaneHeaders | null {
  const [code, setCode] = useState(loaded);
  useEffect(() => {
    if (isWanted && !code) void loadLaneHeaders().then(setCode);
  }, [isWanted, code]);
  return isWanted ? code : null;
}
