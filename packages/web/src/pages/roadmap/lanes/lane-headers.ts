import type { headersOver, LaneRow, MarkStuck } from './LaneRows.tsx';

export interface LaneHeaders {
  LaneRow: typeof LaneRow;
  MarkStuck: typeof MarkStuck;
  headersOver: typeof headersOver;
}

let loaded: LaneHeaders | null = null;

/** The code of headers, if it has loaded: most roadmaps have no lanes. No hooks here: the first paint must not wait for React. */
export const laneHeaders = (): LaneHeaders | null => loaded;

export async function loadLaneHeaders(): Promise<LaneHeaders> {
  loaded = await import('./LaneRows.tsx');
  return loaded;
}
