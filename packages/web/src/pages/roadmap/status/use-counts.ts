import { useQuery } from '@tanstack/react-query';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withFilters } from '@milepost/core/roadmap/settings';
import { hasFilters } from '@milepost/core/roadmap/filters';
import { countOf } from '../data/api.ts';
import { undatedCount } from '../data/undated.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import type { Timeframe } from '@milepost/core/roadmap/ranges';

/** Epics at any depth that the viewer may see; the others are in none of these numbers. */
export interface Counts {
  /** Matching and within the dates. Undefined until counted, as is `total`. */
  shown: number | undefined;
  /** All epics. */
  total: number | undefined;
  /** Matching, but entirely outside the dates. */
  outside: number;
  /** Matching, but without dates. */
  undated: number;
  /** Whether all counts are there or failed. */
  isSettled: boolean;
  /** Excluded by filters or by the chosen state. */
  filteredOut: number;
}

/** The counts around the list; requested only once bars are on screen. */
export function useCounts(
  args: EpicArguments,
  fullPath: string,
  settings: RoadmapSettings,
  timeframe: Timeframe,
  isWanted: boolean,
): Counts {
  const narrows = hasFilters(settings.filterParams) || settings.epicsState !== 'all';
  const anyDepth = { ...args, topLevelHierarchyOnly: false };
  const everything = {
    ...argumentsOf(fullPath, withFilters({ ...settings, epicsState: 'all' }, []), timeframe),
    topLevelHierarchyOnly: false,
  };
  const shown = useQuery({ ...countOf(anyDepth, args.timeframe), enabled: isWanted });
  const matching = useQuery({ ...countOf(anyDepth, null), enabled: isWanted });
  const all = useQuery({ ...countOf(everything, null), enabled: isWanted && narrows });
  const undated = useQuery({ ...undatedCount(args), enabled: isWanted });
  const queries = narrows ? [shown, matching, all, undated] : [shown, matching, undated];
  const isSettled = queries.every(({ isFetched }) => isFetched) || !isWanted;
  const total = narrows ? all.data : matching.data;
  if (shown.data === undefined || matching.data === undefined || total === undefined)
    return { shown: shown.data, total: undefined, outside: 0, undated: undated.data ?? 0, isSettled, filteredOut: 0 };
  const found = Math.max(shown.data, matching.data);
  const withoutDate = Math.min(undated.data ?? 0, found - shown.data);
  return {
    shown: shown.data,
    total: Math.max(found, total),
    outside: found - shown.data - withoutDate,
    undated: withoutDate,
    isSettled,
    filteredOut: Math.max(0, total - found),
  };
}
