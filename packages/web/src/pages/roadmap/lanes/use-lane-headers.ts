import { useEffect, useState } from 'react';
import { laneHeaders, loadLaneHeaders, type LaneHeaders } from './lane-headers.ts';

/** The headers of lanes, once their code has loaded. */
export function useLaneHeaders(isWanted: boolean): LaneHeaders | null {
  const [code, setCode] = useState(laneHeaders);
  useEffect(() => {
    if (isWanted && !code) void loadLaneHeaders().then(setCode);
  }, [isWanted, code]);
  return isWanted ? code : null;
}
