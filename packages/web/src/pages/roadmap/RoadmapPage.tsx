import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { formatDay } from '@milepost/core/days';
import { hasFilters } from '@milepost/core/roadmap/filters';
import { dayShown, withLabel } from '@milepost/core/roadmap/settings';
import { Failure } from '../../platform/loading/Failure.tsx';
import { NotFoundError } from '../../platform/api/errors.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { session } from '../../platform/session/session.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useAfterPaint } from '../../ui/feedback/after-paint.ts';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import text from '../../ui/text/text.module.css';
import { argumentsOf, type EpicArguments } from '@milepost/core/roadmap/arguments';
import { isBehindLink } from './data/request.ts';
import { LegendSpace } from './colors/LegendSpace.tsx';
import { MoveStore } from './drag/moves.ts';
import { Alerts } from './Alerts.tsx';
import { Chart } from './chart/Chart.tsx';
import { messages } from './messages/page.ts';
import styles from './view/roadmap.module.css';
import type { Compared } from './rows/compared.ts';
import { isGroupedRoadmap } from './data/is-grouped.ts';
import { foldedAfter } from './data/lane-rows.ts';
import type { Lane } from './data/lane.ts';
import { rowsOf, withRemoved, type ListRow } from './data/rows.ts';
import { useLanes } from './data/use-lanes.ts';
import { StatusLine } from './status/StatusLine.tsx';
import { ViewportHandle } from './view/viewport.ts';
import { SummarySpace } from './summary/SummarySpace.tsx';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { UndatedButton } from './tray/UndatedButton.tsx';
import { useCounts } from './status/use-counts.ts';
import { useEmptyState } from './status/use-empty-state.ts';
import { useMilestones, useTopLevel } from './data/use-epics.ts';
import { useExpanded } from './data/use-expanded.ts';
import { useLiveRoadmap } from './data/use-live-roadmap.ts';
import { showsIssues, useIssues } from './issues/use-issues.tsx';
import { milestonesOfRow, useTimelineMilestones } from './data/use-milestones.ts';
import { moveTo, useMovedRange } from './status/use-moved-range.ts';
import { openingHint } from './settings/known-settings.ts';
import { hasEnded, useHasChosenRange, useRoadmapSettings, useToday } from './settings/use-settings.ts';
import { useViewHistory } from './view/use-view-history.ts';
import { useZoom } from './view/use-zoom.ts';
import { useView } from './view/use-view.ts';

const EmptyRoadmap = lazy(() =>
  import('./status/EmptyRoadmap.tsx').then((module) => ({ default: module.EmptyRoadmap })),
);
const Records = lazy(() => import('./as-of/Records.tsx').then((module) => ({ default: module.Records })));
const SettingsDrawer = lazy(() =>
  import('./toolbar/SettingsDrawer.tsx').then((module) => ({ default: module.SettingsDrawer })),
);

/** The roadmap of a group, or of one of its epics. */
export function RoadmapPage({ address: { fullPath } }: PageProps<'roadmap'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.roadmap), fullPath);
  return (
    <>
      {/* Behind a public link the surrounding page has the heading. */}
      {!isBehindLink() && <h1 className={text.hidden}>{formatMessage(messages.roadmap)}</h1>}
      <Roadmap fullPath={fullPath} />
    </>
  );
}

export interface RoadmapProps {
  fullPath: string;
  /** By default the epic in the URL. */
  epicIid?: string;
  /** Replaces the error of a failed fetch. */
  failure?: string;
}

/** The same, embedded in a page: the settings are those of the page's URL. */
export const Roadmap = memo(function Roadmap({ fullPath, epicIid: scope, failure }: RoadmapProps) {
  const { formatMessage } = useIntl();
  const isPainted = useAfterPaint();
  const [chosen, choose] = useRoadmapSettings(scope);
  const hasChosen = useHasChosenRange();
  const { settings, change, moved, move } = useMovedRange(chosen, choose, hasChosen);
  const present = useToday();
  const { asOf, epicIid } = settings;
  const today = dayShown(settings, present);
  const isUnrecorded = asOf !== null && !hasEnded(asOf);
  const view = useView(settings, today);
  const named = JSON.stringify(argumentsOf(fullPath, settings, view.timeframe, today));
  // The same object for the same arguments: with others, lists begin again.
  const args = useMemo(() => JSON.parse(named) as EpicArguments, [named]);
  const isGrouped = isGroupedRoadmap(settings);
  const question = useMemo(
    () => ({ args, settings, today: formatDay(today), firstWeekday: session().firstWeekday }),
    [args, settings, today],
  );
  const lanes = useLanes(question, isGrouped && !isUnrecorded);
  const ungrouped = useTopLevel(args, fullPath, epicIid, !isGrouped && !isUnrecorded);
  const top = isGrouped ? { ...lanes, overLimit: undefined } : ungrouped;
  const listsIssues = showsIssues(settings);
  const expanded = useExpanded(args, top.epics, settings.levels, listsIssues);
  const { issues, loader: issueLoader } = useIssues(listsIssues, expanded.epics);
  useLiveRoadmap(fullPath, args);
  const milestones = useMilestones(fullPath, args.timeframe, isPainted && settings.isShowingMilestones);
  const drawn = useTimelineMilestones(milestones.data, settings.milestonesType, view.timeframe, today);
  const isScoped = epicIid !== null;
  const isFiltered = hasFilters(settings.filterParams);
  const [{ ids, childrenOf }, { epics, hasMore }] = [expanded, top];
  const { lanes: headers, listOf } = lanes;
  const [compared, setCompared] = useState<Compared | null>(null);
  // The rest of a comparison changes with every block of rows that is scrolled to.
  const removedIn = compared?.removedIn;
  const rows = useMemo((): readonly ListRow[] | undefined => {
    const added = removedIn ? { removedIn } : null;
    const source = { hasMore, expanded: ids, childrenOf, issues, timeframe: view.timeframe };
    if (!isGrouped) return epics && withRemoved(rowsOf({ ...source, topLevel: epics }), hasMore ? null : added);
    return listOf({ ...source, compared: added });
  }, [isGrouped, epics, listOf, hasMore, ids, childrenOf, issues, view, removedIn]);
  const onFold = useCallback(
    (lane: Lane, isAll: boolean) => change((now) => ({ ...now, folded: foldedAfter(now.folded, lane, isAll) })),
    [change],
  );
  const counts = useCounts(args, fullPath, settings, view.timeframe, isPainted && rows !== undefined && !isScoped);
  const error = top.error ?? expanded.error;
  const hasNone = rows?.length === 0 && !hasMore && !top.isStale && !error;
  const empty = useEmptyState(args, settings, today, hasNone && !isScoped);
  const { nearest } = empty;
  const canMove = hasNone && !isScoped && !hasChosen && moved === null;
  const [moves] = useState(() => new MoveStore());
  const [viewport] = useState(() => new ViewportHandle());
  const viewHistory = useViewHistory(moves.steps, viewport, settings, change);
  const { leave } = viewHistory;
  useEffect(() => {
    if (!canMove || !nearest) return;
    leave(moveTo(settings, nearest));
    move(nearest);
  }, [canMove, nearest, move, leave, settings]);
  // Whether it stays empty is known once no other range is left to switch to.
  const isEmpty = hasNone && !(canMove && (empty.isDeciding || nearest !== null));
  const zoom = useZoom(settings, viewHistory, args, view.timeframe, today, viewport);

  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const closeSettings = useCallback(() => {
    setSettingsOpen(false);
    page.current?.querySelector<HTMLElement>('[data-settings]')?.focus();
  }, []);
  // Turns a default into an explicit choice.
  const backToQuarter = useCallback(() => choose((now) => ({ ...now })), [choose]);
  const toggleSettings = useCallback(() => setSettingsOpen((isOpen) => !isOpen), []);
  const openSettings = useCallback(() => setSettingsOpen(true), []);
  const onLabel = useCallback((title: string) => change((now) => withLabel(now, title)), [change]);

  if (top.error instanceof NotFoundError && failure === undefined) return <Failure error={top.error} />;
  const undated = (look: 'plain' | 'quiet') =>
    counts.undated > 0 && (
      <UndatedButton look={look} args={args} fullPath={fullPath} count={counts.undated} moves={moves} />
    );
  const hidesToolbar = isEmpty && !isFiltered && settings.epicsState === 'all' && asOf === null;
  const hasSummary = settings.isShowingSummary && !isScoped && !error && (!isEmpty || isFiltered) && !hidesToolbar;
  const changeable = { fullPath, settings, change };
  const legend = isPainted && rows && <LegendSpace {...changeable} rows={rows} today={today} />;
  const listed = isGrouped
    ? headers?.reduce((sum, lane) => sum + lane.count, 0)
    : rows?.filter((row) => row.epic && row.level === 1).length;
  const count = isScoped ? listed : counts.shown;
  // Children of listed epics are counted, too; the number of top-level ones is known once all are loaded.
  const topLevel = hasMore ? count : listed;
  const isDrawn = !error && !isEmpty && !isUnrecorded;
  const none = (
    <EmptyRoadmap
      fullPath={fullPath}
      timeframe={view.timeframe}
      hasFilters={isFiltered}
      isScoped={isScoped}
      canCreateEpic={empty.canCreateEpic && asOf === null}
      outside={Math.max(0, empty.outside - counts.undated)}
      isUndated={settings.opening !== null && counts.undated > 0 && counts.undated === empty.outside}
      nearest={nearest}
      onRange={(range) => viewHistory.step((now) => moveTo(now, range))}
    >
      {undated('plain')}
    </EmptyRoadmap>
  );
  return (
    <div ref={page} className={styles.page}>
      {!hidesToolbar && (
        <Toolbar
          isWhole={isPainted}
          fullPath={fullPath}
          name={top.name}
          settings={settings}
          change={change}
          zoom={zoom}
          canFilter={!isScoped && !isBehindLink()}
          isSettingsOpen={isSettingsOpen}
          onSettings={toggleSettings}
        />
      )}
      {hasSummary && (
        <SummarySpace
          isWanted={isPainted && rows !== undefined}
          fullPath={fullPath}
          settings={settings}
          change={change}
          timeframe={view.timeframe}
          today={today}
        />
      )}
      <Alerts
        fullPath={fullPath}
        settings={settings}
        change={change}
        hasSummary={hasSummary}
        moved={moved && !hasNone ? moved : null}
        onBackToQuarter={backToQuarter}
        onRetryMilestones={
          milestones.error && settings.isShowingMilestones ? () => void milestones.refetch() : undefined
        }
      />
      <div className={styles.stage} data-below-toolbar={hidesToolbar ? undefined : true}>
        {error && (
          <div className={styles.failed}>
            <ErrorState onRetry={top.error ? top.retry : expanded.retry}>
              {failure ?? formatMessage(messages.epicsFailed)}
            </ErrorState>
          </div>
        )}
        {(isEmpty || isUnrecorded) && (
          <Suspense fallback={null}>
            {asOf === null ? (
              none
            ) : (
              <Records fullPath={fullPath} day={asOf}>
                {none}
              </Records>
            )}
          </Suspense>
        )}
        {isDrawn && (
          <Chart
            fullPath={fullPath}
            args={args}
            settings={settings}
            view={view}
            today={today}
            rows={hasNone ? undefined : rows}
            count={count}
            topLevel={topLevel}
            // The state is no filter of the list, but it may hide children.
            hasFilters={isFiltered || settings.epicsState !== 'all'}
            hasMore={hasMore}
            isLoadingMore={top.isLoadingMore}
            isStale={top.isStale}
            loadMore={top.loadMore}
            zoom={zoom}
            change={change}
            onCustomRange={openSettings}
            moves={moves}
            viewport={viewport}
            onToggle={expanded.toggle}
            onFold={onFold}
            loadRows={lanes.loadRows}
            onLabel={onLabel}
            compared={compared}
            onCompared={setCompared}
            milestones={milestones.error ? undefined : milestonesOfRow(drawn, settings, openingHint(fullPath))}
          />
        )}
        {issueLoader}
        {isDrawn && (
          <StatusLine
            isWhole={isPainted}
            counts={counts}
            overLimit={top.overLimit}
            layout={settings.presetType}
            opening={settings.opening}
            zoom={zoom}
            viewHistory={moved || asOf !== null ? null : viewHistory}
            legend={legend}
          >
            {undated('quiet')}
          </StatusLine>
        )}
        {isSettingsOpen && !hidesToolbar && (
          <Suspense fallback={null}>
            <SettingsDrawer
              {...changeable}
              zoom={zoom}
              timeframe={view.timeframe}
              legend={legend}
              onClose={closeSettings}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
});
