import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { Day } from '@milepost/core/days';
import { centeredOn, fitted, laidOut, type Look, reversible, shifted, zoomed } from '@milepost/core/roadmap/zoom';
import type { Layout, Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withCustomRange } from '@milepost/core/roadmap/settings';
import { leastCellWidth, metricsAt } from '../../../timeline/metrics.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { extentQuery } from '../data/extent.ts';
import type { ViewHistory } from './use-view-history.ts';
import type { Anchor, ViewportHandle } from './viewport.ts';

export type ZoomStep = 'in' | 'out' | 'fit';

export interface Zoom {
  canZoomIn: boolean;
  canZoomOut: boolean;
  /** `anchor` stays in place; by default the middle of the view does. */
  zoom: (step: ZoomStep, anchor?: Anchor) => void;
  /** Chooses the columns. Today stays in place if it is visible, otherwise the middle of the view does. */
  choose: (layout: Layout) => void;
  /** Moves a custom range by its length, or centers it on today; does nothing to the named ranges. */
  shift: (where: 'earlier' | 'later' | 'today') => void;
  /** Shows a custom range of the same length around a day. */
  moveTo: (day: Day) => void;
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
  viewport: ViewportHandle,
): Zoom {
  const client = useQueryClient();
  const { timeframeRangeType, customRange, presetType, epicIid } = settings;
  const look = useMemo<Look>(
    () => ({ range: timeframeRangeType, custom: customRange, layout: presetType }),
    [timeframeRangeType, customRange, presetType],
  );
  const [closer, further] = useMemo(() => [zoomed(look, 'in', today), zoomed(look, 'out', today)], [look, today]);

  const trail = useRef<readonly Look[]>([]);
  const show = useCallback(
    (wanted: Look | null, anchor: Anchor | null) => {
      if (!wanted || wanted === look) return;
      const { next, trail: visited } = reversible(trail.current, look, wanted);
      trail.current = visited;
      viewport.want(anchor);
      go((now) => ({ ...now, timeframeRangeType: next.range, customRange: next.custom, presetType: next.layout }));
    },
    [go, look, viewport],
  );

  const fit = useCallback(async () => {
    const extent = await client.fetchQuery(extentQuery(args, epicIid)).catch(() => null);
    if (!extent) return;
    const { custom, layout } = fitted(extent, trackRoom(), (candidate: Layout) => leastWidthOf(candidate));
    if (custom) go((now) => withCustomRange(now, custom, layout));
  }, [client, args, epicIid, go]);

  const zoom = useCallback(
    (step: ZoomStep, anchor?: Anchor) => {
      if (step === 'fit') void fit();
      else show(step === 'in' ? closer : further, anchor ?? null);
    },
    [fit, closer, further, show],
  );
  const choose = useCallback(
    (layout: Layout) => show(laidOut(look, layout, today), viewport.anchor()),
    [show, look, today, viewport],
  );

  const shift = useCallback(
    (where: 'earlier' | 'later' | 'today') => {
      if (!customRange) return;
      const next = where === 'today' ? centeredOn(timeframe, today) : shifted(timeframe, where === 'later' ? 1 : -1);
      go((now) => withCustomRange(now, next, now.presetType));
    },
    [customRange, timeframe, today, go],
  );
  const moveTo = useCallback(
    (day: Day) => {
      viewport.want({ day, x: trackRoom() / 2 });
      go((now) => withCustomRange(now, centeredOn(timeframe, day), now.presetType));
    },
    [timeframe, go, viewport],
  );
  return useMemo(
    () => ({
      canZoomIn: closer !== null,
      canZoomOut: further !== null,
      zoom,
      choose,
      shift,
      moveTo,
      leave: () => leave(settings),
    }),
    [closer, further, zoom, choose, shift, moveTo, leave, settings],
  );
}

/** The width available to columns: the window less the details column and the navigation. */
function trackRoom(): number {
  const { detailsWidth, rightSpace } = metricsAt(window.innerWidth);
  const width = document.querySelector('[role="treegrid"]')?.parentElement?.clientWidth ?? window.innerWidth;
  return Math.max(width - detailsWidth - rightSpace, 1);
}

function leastWidthOf(layout: Layout): number {
  return leastCellWidth(layout, metricsAt(window.innerWidth).isPhone);
}
