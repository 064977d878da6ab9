import type { CSSProperties } from 'react';
import { lazy, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { rowKindOf } from '@milepost/core/roadmap/appearance';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { sectionWidth } from '@milepost/core/roadmap/viewport';
import { preloadedAfterPaint } from '../../../platform/loading/preloaded.tsx';
import { useRouterState } from '../../../platform/navigation/router-context.ts';
import { layOutMilestones } from '../../../timeline/milestones/milestone-layout.ts';
import type { TimelineMilestone } from '../../../timeline/milestones/milestone-layout.ts';
import { useAfterPaint } from '../../../ui/feedback/after-paint.ts';
import { milestonesRowHeight } from '../../../timeline/metrics.ts';
import { columnKindOf } from '../../../timeline/room.ts';
import { useTimelineLayout } from '../../../timeline/use-timeline-layout.ts';
import { Background } from './Background.tsx';
import { ChartHead } from './ChartHead.tsx';
import { DragLayer } from '../drag/DragLayer.tsx';
import type { MoveStore } from '../drag/moves.ts';
import { useBarDrag } from '../drag/use-bar-drag.ts';
import type { Compared } from '../rows/compared.ts';
import { isBehindLink } from '../data/request.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { chartSizes, densityAttribute } from '../rows/first-frame.ts';
import { messages } from '../messages/page.ts';
import styles from '../view/roadmap.module.css';
import { RowList } from '../rows/RowList.tsx';
import type { Lane } from '../data/lane.ts';
import { noRows, type ListRow } from '../data/rows.ts';
import type { ViewportHandle } from '../view/viewport.ts';
import { SkeletonRows } from '../rows/SkeletonRows.tsx';
import { scrollTo } from './scroll-to.ts';
import { useActiveRow } from '../rows/use-active-row.ts';
import { useRowLayout } from '../rows/use-row-layout.ts';
import { useRowLook } from '../rows/use-row-look.ts';
import { useGridEvents } from '../rows/use-grid-events.ts';
import { useScrollMarks } from './use-scroll-marks.ts';
import { useViewport } from './use-viewport.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';
import type { Zoom } from '../view/use-zoom.ts';
import type { View } from '../view/view.ts';

const ZoomGestures = lazy(() => import('./ZoomGestures.tsx').then((module) => ({ default: module.ZoomGestures })));
const ChartKeys = preloadedAfterPaint(async () => (await import('./ChartKeys.ts')).ChartKeys);
const CardLayer = preloadedAfterPaint(async () => (await import('../cards/CardLayer.tsx')).CardLayer);
const RowLayers = preloadedAfterPaint(async () => (await import('./RowLayers.tsx')).RowLayers);
const DetailsEdge = lazy(() => import('./DetailsEdge.tsx').then((module) => ({ default: module.DetailsEdge })));
const Minimap = lazy(() => import('../minimap/Minimap.tsx').then((module) => ({ default: module.Minimap })));
const PeekFollower = lazy(() => import('./PeekFollower.tsx').then((module) => ({ default: module.PeekFollower })));

export interface ChartProps {
  fullPath: string;
  args: EpicArguments;
  settings: RoadmapSettings;
  view: View;
  today: Day;
  /** Undefined before the first response. */
  rows: readonly ListRow[] | undefined;
  /** Epics in the list, where known. */
  count: number | undefined;
  /** Those of them without a listed parent, where known. */
  topLevel: number | undefined;
  hasFilters: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  isStale: boolean;
  loadMore: () => void;
  zoom: Zoom;
  change: ChangeSettings;
  /** A custom range was chosen in the head. */
  onCustomRange: () => void;
  /** Bars that are being moved. */
  moves: MoveStore;
  /** Reads the visible part of the timeline, and restores it. */
  viewport: ViewportHandle;
  onToggle: (epic: RoadmapEpic) => void;
  onFold: (lane: Lane, isAll: boolean) => void;
  loadRows: (lane: string) => void;
  onLabel: (title: string) => void;
  /** Undefined while they are hidden or failed to load. */
  milestones: readonly TimelineMilestone[] | undefined;
  /** What a comparison adds to the rows; null while it is not known, and without one. */
  compared: Compared | null;
  onCompared: (compared: Compared | null) => void;
}

/** The roadmap itself: the details column and the timeline, in one scroller. */
export function Chart(props: ChartProps) {
  const { settings, view, today, rows, milestones, moves, zoom } = props;
  const { formatMessage } = useIntl();
  const scroller = useRef<HTMLDivElement>(null);
  const isWhole = useAfterPaint();
  const isPeeking = useRouterState(({ shown }) => shown.peek !== '');
  const layout = useTimelineLayout(scroller, view.columns, columnKindOf(settings), rowKindOf(settings));
  const { scale, detailsWidth, rowHeight, rightSpace, trackWidth, height } = layout;
  const [hasOpenMilestones, setOpenMilestones] = useState(true);
  const milestoneLayout = useMemo(() => milestones && layOutMilestones(milestones, scale), [milestones, scale]);
  const guides = settings.milestonesAs === 'GUIDES' ? milestones : undefined;
  const above =
    layout.headHeight +
    (milestoneLayout
      ? milestonesRowHeight(milestoneLayout.lanes, hasOpenMilestones, guides !== undefined, layout.isTouch)
      : 0);
  const active = useActiveRow(scroller, rows ?? noRows);
  const rowLayout = useRowLayout(rows ?? noRows, settings.groupBy !== null, layout);
  const isCustom = settings.customRange !== null;
  const scroll = useCallback(
    (where: 'earlier' | 'later' | 'today') =>
      scrollTo(scroller.current, where, { view, scale, trackWidth, today, isCustom, zoom }),
    [view, scale, trackWidth, today, isCustom, zoom],
  );
  const { zoom: zoomBy } = zoom;
  const fit = useCallback(() => zoomBy('fit'), [zoomBy]);
  useViewport(scroller, layout, view, today, props.viewport, settings.opening);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [settings.sortedBy, settings.epicsState, settings.filterParams]);
  useScrollMarks(scroller, [rows, height, above, rowHeight, scale]);

  const timeframeText = useTimeframeText();
  const { hasFilters, fullPath } = props;
  const { compared } = props;
  const look = useRowLook({ settings, rows, today, layout, isWhole, hasFilters, fullPath, timeframeText, compared });
  const pageSize = Math.max(1, Math.floor((height - above) / rowHeight) - 1);
  // The head, and the milestones.
  const rowsBefore = milestoneLayout ? 2 : 1;
  const events = useGridEvents({
    rows: rows ?? noRows,
    active,
    pageSize,
    onToggle: props.onToggle,
    onFold: props.onFold,
    onLabel: props.onLabel,
  });

  const scene = {
    rows: rows ?? noRows,
    layout: rowLayout,
    above,
    scale,
    window: view.timeframe,
    args: props.args,
    fullPath: props.fullPath,
    isScoped: settings.epicIid !== null,
    detailsWidth,
    isPhone: layout.isPhone,
  };
  useBarDrag(scroller, scene, moves);

  return (
    <section
      className={styles.chart}
      aria-label={formatMessage(messages.roadmap)}
      style={chartSizes(layout, above) as CSSProperties}
      data-density={densityAttribute(settings)}
      data-lines={settings.isShowingDependencies || undefined}
      data-owners={(settings.isShowingOwners && !isBehindLink()) || undefined}
    >
      <div
        ref={scroller}
        className={styles.scroller}
        data-scroller
        data-stale={props.isStale || undefined}
        data-overflows={layout.overflows || undefined}
      >
        <div
          className={styles.grid}
          role="treegrid"
          tabIndex={-1}
          aria-label={formatMessage(messages.roadmap)}
          aria-colcount={2}
          aria-rowcount={props.hasMore || !rows ? -1 : rows.length + 1 + (milestoneLayout ? 1 : 0)}
          aria-busy={!rows || !isWhole || props.isStale}
          style={{ width: sectionWidth(detailsWidth, scale.cellWidth, scale.columns.length, rightSpace) }}
          {...events}
        >
          <ChartHead
            scroller={scroller}
            layout={layout}
            today={today}
            count={props.count}
            topLevel={props.topLevel}
            isWhole={isWhole}
            canShift={isCustom}
            onScroll={scroll}
            settings={settings}
            change={props.change}
            timeframe={view.timeframe}
            onFit={fit}
            onCustomRange={props.onCustomRange}
            milestones={milestoneLayout}
            guides={guides}
            hasOpenMilestones={hasOpenMilestones}
            onOpenMilestones={setOpenMilestones}
          />
          <div className={styles.body}>
            <Background
              scroller={scroller}
              layout={layout}
              window={view.timeframe}
              today={today}
              guides={hasOpenMilestones ? guides : undefined}
            />
            {rows ? (
              <RowList
                scroller={scroller}
                rows={rows}
                layout={rowLayout}
                look={look}
                height={height}
                headHeight={above}
                rowsBefore={rowsBefore}
                active={active}
                moves={moves}
                window={view.timeframe}
                hasMore={props.hasMore}
                isLoadingMore={props.isLoadingMore}
                loadMore={props.loadMore}
                loadRows={props.loadRows}
              />
            ) : (
              <SkeletonRows count={settings.bufferSize} rowHeight={rowHeight} />
            )}
            {/* After the rows: the drift of a bar that fills the timeline is drawn above it. */}
            {isWhole && (
              <RowLayers
                {...props}
                scroller={scroller}
                rows={rows ?? noRows}
                scale={scale}
                look={look}
                layout={rowLayout}
                rowHeight={rowHeight}
                isPhone={layout.isPhone}
                isTouch={layout.isTouch}
                window={view.timeframe}
                activeIndex={active.index}
                rowsBefore={rowsBefore}
              />
            )}
          </div>
        </div>
      </div>
      {isWhole && <ChartKeys scroll={scroll} zoom={zoom.zoom} choose={zoom.choose} />}
      {isWhole && (
        <CardLayer
          args={props.args}
          scroller={scroller}
          rows={rows ?? noRows}
          milestones={milestones}
          today={today}
          tracking={look.tracking}
          question={look.question}
          detailsWidth={detailsWidth}
          moves={moves}
        />
      )}
      {isWhole && settings.isShowingMinimap && settings.epicIid === null && !isBehindLink() && (
        <Suspense fallback={null}>
          <Minimap args={props.args} scroller={scroller} layout={layout} today={today} moveTo={zoom.moveTo} />
        </Suspense>
      )}
      {isPeeking && (
        <Suspense fallback={null}>
          <PeekFollower
            args={props.args}
            scroller={scroller}
            rows={rows ?? noRows}
            active={active}
            layout={layout}
            today={today}
            moves={moves}
          />
        </Suspense>
      )}
      {isWhole && (
        <Suspense fallback={null}>
          <ZoomGestures scroller={scroller} layout={layout} zoom={zoom.zoom} />
          {detailsWidth > 0 && <DetailsEdge width={detailsWidth} />}
        </Suspense>
      )}
      {isWhole && <DragLayer scroller={scroller} store={moves} timeframeText={timeframeText} />}
    </section>
  );
}
