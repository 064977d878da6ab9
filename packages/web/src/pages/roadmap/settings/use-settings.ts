import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Day } from '@milepost/core/days';
import { formatDay, localDayOf, partsOf, utcDayOf } from '@milepost/core/days';
import { rowKindOf } from '@milepost/core/roadmap/appearance';
import type { Query } from '@milepost/core/query';
import { parseQuery } from '@milepost/core/query';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { hasChosenRange, readSettings, writeSettings } from '@milepost/core/roadmap/settings';
import { viewIdOf } from '@milepost/core/views/views';
import { useRouter } from '../../../platform/navigation/router-context.ts';
import { recordOf } from '../../../platform/navigation/search.ts';
import { useAddress, useShownSearch } from '../../../platform/navigation/use-address.ts';
import { keepChange, replacedKept, subscribeToKept } from './keeping.ts';
import { addressOf, defaultsFor } from './known-settings.ts';
import { useBufferSize } from './use-buffer-size.ts';

export type ChangeSettings = (change: (now: RoadmapSettings) => RoadmapSettings) => void;

/**
 * The settings in the address, and a function that changes them: the address is replaced, so the browser's Back leaves the
 * roadmap instead of stepping through its settings. Each choice is stored for the next visit. `scope`: the epic of the page
 * that the roadmap is part of, which the address does not contain.
 */
export function useRoadmapSettings(scope?: string): [RoadmapSettings, ChangeSettings] {
  const search = useShownSearch();
  const router = useRouter();
  const fullPath = useFullPath();
  const replaced = useSyncExternalStore(subscribeToKept, replacedKept);
  const ofAddress = useMemo(() => {
    const read = readSettings(addressOf(search), defaultsFor(fullPath, search));
    return scope === undefined ? read : { ...read, epicIid: scope, filterParams: '' };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the kept settings are read here
  }, [search, fullPath, scope, replaced]);
  const bufferSize = useBufferSize(rowKindOf(ofAddress));
  // Lanes folded since the address was opened: it does not have them.
  const [fold, setFold] = useState<{ search: string; folded: string } | null>(null);
  if (fold && fold.search !== search) setFold(null);
  const settings = useMemo(
    () => ({ ...ofAddress, bufferSize, ...(fold?.search === search && { folded: fold.folded }) }),
    [ofAddress, bufferSize, fold, search],
  );
  const current = useRef(settings);
  const viewId = useRef<string | null>(null);
  useEffect(() => {
    current.current = settings;
    viewId.current = viewIdOf(parseQuery(search));
  }, [settings, search]);
  const change = useCallback<ChangeSettings>(
    (next) => {
      const changed = next(current.current);
      if (changed === current.current) return;
      const before = current.current;
      const isFold = isOnlyFold(before, changed);
      keepChange(fullPath, before, changed, isFold);
      current.current = changed;
      if (isFold) {
        setFold({ search, folded: changed.folded });
        return;
      }
      const from: Query = viewId.current === null ? [] : [['view', viewId.current]];
      const address = [...from, ...writeSettings(scope === undefined ? changed : { ...changed, epicIid: null })];
      router.navigateSearch(recordOf(address), { replace: true });
    },
    [router, fullPath, scope, search],
  );
  return [settings, change];
}

/** Whether nothing changes but the folded lanes, which the address does not have. */
const isOnlyFold = (before: RoadmapSettings, after: RoadmapSettings): boolean =>
  before.folded !== after.folded && String(writeSettings(before)) === String(writeSettings(after));

/** Whether the URL or an earlier choice sets the range. */
export function useHasChosenRange(): boolean {
  const search = useShownSearch();
  const fullPath = useFullPath();
  return useMemo(() => hasChosenRange(addressOf(search), defaultsFor(fullPath, search)), [search, fullPath]);
}

/** The group in the URL of the roadmap. */
export function useFullPath(): string {
  const address = useAddress();
  return address && 'fullPath' in address ? address.fullPath : '';
}

/** Whether a day is over in UTC: until then it has no end to read. */
export const hasEnded = (day: string): boolean => day < formatDay(utcDayOf(new Date()));

/** Today by the viewer's clock; updated at midnight, and when a suspended page becomes visible again. */
export function useToday(): Day {
  const [today, setToday] = useState(() => localDayOf(new Date()));
  useEffect(() => {
    const look = (): void => setToday(localDayOf(new Date()));
    const { year, month, dayOfMonth } = partsOf(today);
    const midnight = new Date(year, month - 1, dayOfMonth + 1).getTime();
    const timer = setTimeout(look, midnight - Date.now() + 1000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [today]);
  return today;
}
