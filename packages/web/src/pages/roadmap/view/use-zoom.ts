import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Day } from '@milepost/core/days';
import { centredOn, fitted, shifted, zoomed } from '@milepost/core/roadmap/zoom';
import type { Layout, Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withCustomRange } from '@milepost/core/roadmap/settings';
import { leastCellWidth, metricsAt } from '../../../timeline/metrics.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { extentQuery } from '../data/extent.ts';
import type { ViewHistory } from './use-view-history.ts';

export type ZoomStep = 'in' | 'out' | 'fit';

export interface Zoom {
  canZoomIn: boolean;
  canZoomOut: boolean;
  zoom: (step: ZoomStep) => void;
  /** Moves a custom range by its length, or centers it on today; does nothing to the named ranges. */
  shift: (where: 'earlier' | 'later' | 'today') => void;
  /** Records the current view before it is scrolled away. */
  leave: () => void;
}

/** Zooms by changing the settings and so the URL. */
export function useZoom(
  settings: RoadmapSettings,
  { step: go, leave }: Pick<ViewHistory, 'step' | 'leave'>,
  args: EpicArguments,
  timeframe: Timeframe,
  today: Day,
): Zoom {
  const client = useQueryClient();
  const { timeframeRangeType, customRange, presetType, epicIid } = settings;
  const [closer, further] = useMemo(() => {
    const look = { range: timeframeRangeType, custom: customRange, layout: presetType };
    return [zoomed(look, 'in', today), zoomed(look, 'out', today)];
  }, [timeframeRangeType, customRange, presetType, today]);

  const fit = useCallback(async () => {
    const extent = await client.fetchQuery(extentQuery(args, epicIid)).catch(() => null);
    if (!extent) return;
    const { custom, layout } = fitted(extent, trackRoom(), (candidate: Layout) => leastWidthOf(candidate));
    if (custom) go((now) => withCustomRange(now, custom, layout));
  }, [client, args, epicIid, go]);

  const zoom = useCallback(
    (step: ZoomStep) => {
      if (step === 'fit') void fit();
      const next = { in: closer, out: further, fit: null }[step];
      if (next)
        go((now) => ({
          ...now,
          timeframeRangeType: next.range,
          customRange: next.custom,
          presetType: next.layout,
        }));
    },
    [fit, closer, further, go],
  );

  const shift = useCallback(
    (where: 'earlier' | 'later' | 'today') => {
      if (!customRange) return;
      const next = where === 'today' ? centredOn(timeframe, today) : shifted(timeframe, where === 'later' ? 1 : -1);
      go((now) => withCustomRange(now, next, now.presetType));
    },
    [customRange, timeframe, today, go],
  );
  return useMemo(
    () => ({
      canZoomIn: closer !== null,
      canZoomOut: further !== null,
      zoom,
      shift,
      leave: () => leave(settings),
    }),
    [closer, further, zoom, shift, leave, settings],
  );
}

/** The width available to columns: the window less the details column and the navigation. */
function trackRoom(): number {
  const { detailsWidth, rightSpace } = metricsAt(window.innerWidth, false);
  const width = document.querySelector('[role="treegrid"]')?.parentElement?.clientWidth ?? window.innerWidth;
  return Math.max(width - detailsWidth - rightSpace, 1);
}

function leastWidthOf(layout: Layout): number {
  return leastCellWidth(layout, metricsAt(window.innerWidth, false).isPhone);
}
