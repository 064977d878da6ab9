import { useCallback, useMemo, useState } from 'react';
import type { Layout, RangeType, Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withCustomRange, withRange } from '@milepost/core/roadmap/settings';
import type { ChangeSettings } from '../settings/use-settings.ts';

/** A range with epics: a documented one, or the dates of all epics. */
export type NearestRange = { range: RangeType } | { range: null; custom: Timeframe; layout: Layout };

export interface MovedRange {
  /** The settings as drawn. */
  settings: RoadmapSettings;
  /** Changes the settings; the first change makes the automatic range the viewer's choice. */
  change: ChangeSettings;
  /** The range that the page switched to; null while it shows the requested one. */
  moved: NearestRange | null;
  move: (to: NearestRange) => void;
}

/**
 * Lets the page switch to another range until the user chooses one. The address does not contain it: the next visit starts at
 * the current quarter.
 */
export function useMovedRange(chosen: RoadmapSettings, change: ChangeSettings, hasChosen: boolean): MovedRange {
  const [target, setTarget] = useState<NearestRange | null>(null);
  const moved = hasChosen ? null : target;
  const settings = useMemo(() => (moved ? moveTo(chosen, moved) : chosen), [chosen, moved]);
  const changeMoved = useCallback<ChangeSettings>(
    (next) => change((now) => next(moved ? moveTo(now, moved) : now)),
    [change, moved],
  );
  return { settings, change: changeMoved, moved, move: setTarget };
}

/** The settings with the range that was found. */
export function moveTo(settings: RoadmapSettings, nearest: NearestRange): RoadmapSettings {
  return nearest.range === null
    ? withCustomRange(settings, nearest.custom, nearest.layout)
    : withRange(settings, nearest.range);
}
