import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { chartMessages as messages } from '../messages/chart.ts';
import type { ViewportHandle } from './viewport.ts';
import type { Viewport, Steps } from './steps.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';

export interface ViewHistory {
  /** Label of the previous step; null if there is none. */
  label: string | null;
  goBack: () => void;
  /** Records the current view before these settings replace it. */
  leave: (next: RoadmapSettings) => void;
  /** Changes the settings, and records the previous view. */
  step: ChangeSettings;
}

/**
 * The history of zoom, Fit, Today and other commands that move the view: range, columns and visible days. The address is
 * replaced as always, so the browser's Back leaves the roadmap. Ctrl or Cmd and Z undoes the last step, this or a moved bar.
 * Choosing another range by hand clears it.
 */
export function useViewHistory(
  steps: Steps,
  port: ViewportHandle,
  settings: RoadmapSettings,
  change: ChangeSettings,
): ViewHistory {
  const viewport = useSyncExternalStore(steps.subscribe, steps.lastViewport);
  const current = useRef({ settings, change });
  /** The view to restore, as far as it is known here. */
  const expected = useRef(keyOf(settings));
  useEffect(() => {
    current.current = { settings, change };
    const key = keyOf(settings);
    if (key !== expected.current) steps.drop('viewport');
    expected.current = key;
  }, [steps, settings, change]);

  const restore = useCallback(
    ({ range, custom, layout, seen }: Viewport) => {
      const now = current.current;
      const next = { ...now.settings, timeframeRangeType: range, customRange: custom, presetType: layout };
      if (keyOf(next) === keyOf(now.settings)) return seen && port.show(seen);
      expected.current = keyOf(next);
      port.want(seen);
      return now.change((before) => ({
        ...before,
        timeframeRangeType: range,
        customRange: custom,
        presetType: layout,
      }));
    },
    [port],
  );
  const leave = useCallback(
    (next: RoadmapSettings) => {
      const now = current.current.settings;
      const left: Viewport = {
        range: now.timeframeRangeType,
        custom: now.customRange,
        layout: now.presetType,
        seen: port.days(),
      };
      expected.current = keyOf(next);
      steps.push({ kind: 'viewport', viewport: left, undo: () => restore(left) });
    },
    [steps, port, restore],
  );
  const step = useCallback<ChangeSettings>(
    (next) => {
      const now = current.current;
      if (keyOf(next(now.settings)) === keyOf(now.settings)) return;
      leave(next(now.settings));
      now.change(next);
    },
    [leave],
  );
  const goBack = useCallback(() => void steps.undo('viewport'), [steps]);
  useUndoKey(steps, settings.asOf === null);
  const label = useLabel(viewport, settings);
  return useMemo(() => ({ label, goBack, leave, step }), [label, goBack, leave, step]);
}

/** A past day has no undo: it could take back a change of the present that is not on screen. */
function useUndoKey(steps: Steps, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (event.defaultPrevented || target?.closest('input, textarea, select, [contenteditable], [role="dialog"]'))
        return;
      if (steps.undo()) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [steps, isOn]);
}

/** The label of a step: the range if it differs, or else the columns, or else the days. */
function useLabel(viewport: Viewport | null, now: RoadmapSettings): string | null {
  const { formatMessage } = useIntl();
  const timeframeText = useTimeframeText();
  if (!viewport) return null;
  const { range, custom, layout, seen } = viewport;
  const isSameRange =
    custom === null || now.customRange === null
      ? custom === now.customRange && range === now.timeframeRangeType
      : custom.from === now.customRange.from && custom.to === now.customRange.to;
  if (!isSameRange && custom === null) return formatMessage(messages.backToRange, { range });
  if (isSameRange && layout !== now.presetType) return formatMessage(messages.backToLayout, { layout });
  const days = isSameRange ? seen : custom;
  return days && formatMessage(messages.backToDays, { days: timeframeText({ start: days.from, due: days.to }) });
}

function keyOf({ timeframeRangeType, customRange, presetType }: RoadmapSettings): string {
  const days = customRange ? `${customRange.from}-${customRange.to}` : timeframeRangeType;
  return `${days} ${presetType}`;
}
