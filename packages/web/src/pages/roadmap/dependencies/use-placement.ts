import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { isBehindLink } from '../data/request.ts';
import { headerOf, type ListRow } from '../data/rows.ts';
import { laneMembers, placedEpics } from './hidden-dependencies.ts';
import { rowFinder, type Placement } from './placement.ts';

const noLanes: ReadonlyMap<string, string> = new Map();

/**
 * Where the epics of the roadmap are. Those inside folded rows and lanes are requested while `isWanted`; a public link does not
 * provide them: lines end in a stub there.
 */
export function usePlacement(args: EpicArguments, rows: readonly ListRow[], isWanted: boolean): Placement {
  const isAsked = isWanted && !isBehindLink();
  const folded = useMemo(
    () => rows.flatMap((row) => (row.expansion === 'collapsed' ? (headerOf(row)?.key ?? []) : [])),
    [rows],
  );
  const hidesEpics = useMemo(
    () => rows.some(({ epic, expansion }) => epic !== null && expansion === 'collapsed'),
    [rows],
  );
  const placed = useQuery({ ...placedEpics(args), enabled: isAsked && (hidesEpics || folded.length > 0) }).data;
  const members = useQuery({ ...laneMembers(args, folded), enabled: isAsked && folded.length > 0 }).data;
  const laneOf = folded.length > 0 && members ? members : noLanes;
  return useMemo(() => ({ ...rowFinder(rows), placed, laneOf }), [rows, placed, laneOf]);
}
