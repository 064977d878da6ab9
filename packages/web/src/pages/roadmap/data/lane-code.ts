import { useEffect, useState } from 'react';
import type { foldedAfter, lanesOf, rowsByLane, rowsOfLanes, topsOfRows, withMoreLanes } from './lane-rows.ts';

interface LaneCode {
  lanesOf: typeof lanesOf;
  withMoreLanes: typeof withMoreLanes;
  rowsByLane: typeof rowsByLane;
  rowsOfLanes: typeof rowsOfLanes;
  topsOfRows: typeof topsOfRows;
  foldedAfter: typeof foldedAfter;
}

let loaded: LaneCode | null = null;

/** The code that turns lanes into rows, if it has loaded: most roadmaps have none. */
export const laneCode = (): LaneCode | null => loaded;

export async function loadLaneCode(): Promise<LaneCode> {
  loaded = await import('./lane-rows.ts');
  return loaded;
}

/** The same, loaded when it is wanted. */
export function useLaneCode(isWanted: boolean): LaneCode | null {
  const [, setLoaded] = useState(loaded);
  useEffect(() => {
    if (isWanted && !loaded) void loadLaneCode().then(setLoaded);
  }, [isWanted]);
  return loaded;
}
