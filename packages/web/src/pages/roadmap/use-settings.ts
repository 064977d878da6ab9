import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Day } from '@milepost/core/days';
import { localDayOf, partsOf } from '@milepost/core/days';
import type { Query } from '@milepost/core/query';
import { parseQuery } from '@milepost/core/query';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { hasChosenRange, readSettings, writeSettings } from '@milepost/core/roadmap/settings';
import { lastChoice } from './last-choice.ts';

export type ChangeSettings = (change: (now: RoadmapSettings) => RoadmapSettings) => void;

/**
 * The settings that the address holds, and a function that changes them: the address is rewritten in place, so the way back
 * leads off the roadmap and not through its settings. Nothing of this goes to the server.
 */
export function useRoadmapSettings(): [RoadmapSettings, ChangeSettings] {
  const search = useLocation({ select: (location) => location.searchStr });
  const navigate = useNavigate();
  const settings = useMemo(() => readSettings(parseQuery(search), lastChoice.get()), [search]);
  const current = useRef(settings);
  useEffect(() => {
    current.current = settings;
  }, [settings]);
  const change = useCallback<ChangeSettings>(
    (next) => {
      const changed = next(current.current);
      if (changed === current.current) return;
      current.current = changed;
      lastChoice.set(writeSettings({ ...changed, filterParams: '', epicIid: null }));
      void navigate({ to: '.', search: recordOf(writeSettings(changed)), replace: true, resetScroll: false });
    },
    [navigate],
  );
  return [settings, change];
}

/** Whether the address or an earlier choice says how far the roadmap looks. */
export function useHasChosenRange(): boolean {
  const search = useLocation({ select: (location) => location.searchStr });
  return useMemo(() => hasChosenRange(parseQuery(search), lastChoice.get()), [search]);
}

/** The form the router takes parameters in: lists under names that end in `[]`. */
function recordOf(query: Query): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const [key, value] of query) {
    const known = record[key];
    if (Array.isArray(known)) known.push(value);
    else record[key] = key.endsWith('[]') ? [value] : value;
  }
  return record;
}

/** Today on the viewer's clock; it moves on at midnight, and when a page that slept over it is looked at again. */
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
