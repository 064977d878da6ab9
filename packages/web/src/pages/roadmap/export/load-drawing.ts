import type { IntlShape } from 'react-intl';
import type { Day, Span } from '@milepost/core/days';
import { formatDay, localDayOf } from '@milepost/core/days';
import { isSoft } from '@milepost/core/roadmap/appearance';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { markedSignals } from '@milepost/core/roadmap/signals';
import { dayShown, type RoadmapSettings } from '@milepost/core/roadmap/settings';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { signalChoices } from '../../../modules/lists/filters/signals.ts';
import { session } from '../../../platform/session/session.ts';
import { coloredGroupsOf, type GroupsAhead } from '../../../timeline/soft-look.ts';
import { calendarNames } from '../../../timeline/head-parts.ts';
import { messages as timelineMessages } from '../../../timeline/messages.ts';
import type { TimelineMilestone } from '../../../timeline/milestones/milestone-layout.ts';
import { dateLocale } from '../../../ui/text/date-locale.ts';
import { legendContentsOf, type LegendContents } from '../colors/legend-contents.ts';
import { classNameOf } from '../colors/legend-entries.ts';
import { legendMessages } from '../colors/legend-messages.ts';
import { compareMessages } from '../compare/messages.ts';
import { isGroupedRoadmap } from '../data/is-grouped.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { laneMessages } from '../lanes/messages.ts';
import { laneNameOf } from '../lanes/use-lane-name.ts';
import { chartMessages } from '../messages/chart.ts';
import { groupsAhead } from '../settings/known-settings.ts';
import { viewOf } from '../view/view.ts';
import type { ExportImageFacts } from './image.ts';
import type { LegendEntry } from './drawing/legend-drawing.ts';
import { loadEpics } from './load-epics.ts';
import { loadLanes } from './load-lanes.ts';
import type { SignalName } from './drawing/marks.ts';
import { loadRemoved, loadRowFacts, type RowFactsSource } from './load-row-facts.ts';
import { exportMessages as messages, exportSubtitle, exportTitle } from './messages.ts';
import { epicRowsOf, removedRowsOf, rowsInLanes, rowsInTree } from './drawing/rows.ts';

export interface DrawingWanted extends RowFactsSource {
  /** The name of the group, or the title of the epic, of the roadmap. */
  name: string;
  timeframeText: (span: Span) => string;
  /** The milestones of a timeframe, as the page draws them. */
  milestones: (timeframe: { from: Day; to: Day }, today: Day) => Promise<readonly TimelineMilestone[]>;
}

export interface LoadingWork {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/** Loads all matching epics and what is drawn with them; those of folded lanes are not drawn. Throws TooManyRowsError, or an AbortError when canceled. */
export async function loadDrawing(
  wanted: DrawingWanted,
  isFolded: (lane: string) => boolean,
  work: LoadingWork,
): Promise<ExportImageFacts> {
  const { fullPath, settings, intl, timeframeText } = wanted;
  const { formatMessage } = intl;
  const locale = dateLocale();
  const today = dayShown(settings, localDayOf(new Date()));
  const { firstWeekday } = session();
  const { columns, timeframe } = viewOf(settings, today);
  const args = argumentsOf(fullPath, settings, timeframe, today);
  const isGrouped = isGroupedRoadmap(settings);
  const part = (from: number, to: number) => ({
    signal: work.signal,
    onProgress: (share: number) => work.onProgress(from + share * (to - from)),
  });
  const [epics, milestones] = await Promise.all([
    loadEpics(args, fullPath, settings, part(0, isGrouped ? 0.5 : 0.8)),
    settings.isShowingMilestones ? wanted.milestones(timeframe, today) : [],
  ]);
  const question = { args, settings, today: formatDay(today), firstWeekday };
  const removed = await loadRemoved(wanted);
  const rows = isGrouped
    ? rowsInLanes(await loadLanes(question, isFolded, part(0.5, 0.8)), epics, timeframe, removed)
    : [...rowsInTree(epics, timeframe), ...removedRowsOf(removed, timeframe, null, 0)];
  const epicRows = epicRowsOf(rows);
  const drawn = epicRows.map(({ epic }) => epic);
  const ahead = groupsAhead(fullPath, settings);
  const rowFacts = await loadRowFacts(wanted, epicRows, today, part(0.8, 1));
  const [from, to] = [dayText(timeframe.from, locale), dayText(timeframe.to, locale)];
  return {
    title: formatMessage(exportTitle, { group: wanted.name }),
    subtitle: formatMessage(exportSubtitle, { from, to, count: drawn.length, today: dayText(today, locale) }),
    columns,
    timeframe,
    today,
    firstWeekday,
    rows,
    milestones,
    groups: coloredGroupsOf(drawn, ahead),
    legend: legendOf(drawn, ahead, settings, today, rowFacts.signals.values(), intl),
    ...rowFacts,
    settings,
    names: calendarNames(locale, (quarter) => formatMessage(timelineMessages.quarter, { quarter })),
    timeframeText,
    overdueText: (days) => formatMessage(chartMessages.daysOverdue, { days }),
    texts: { milestones: formatMessage(timelineMessages.milestones), epics: formatMessage(messages.epics) },
    lanes: {
      name: (lane) => laneNameOf(lane, intl),
      count: (count) => intl.formatNumber(count),
      dates: ({ span }) => timeframeText(span),
      overdue: (count) => formatMessage(laneMessages.overdue, { count }),
    },
    guides: {
      dateText: (day) => dayText(day, locale, false),
      countText: (count) => formatMessage(timelineMessages.milestonesOfDay, { count }),
    },
    removedText: formatMessage(compareMessages.removedRow),
  };
}

/** The legend of a drawing: colors and signs where bars have soft fills, and the marks of rows that no other entry names. */
function legendOf(
  epics: readonly RoadmapEpic[],
  ahead: GroupsAhead | null,
  settings: RoadmapSettings,
  today: Day,
  signals: Iterable<readonly SignalName[]>,
  intl: IntlShape,
): LegendEntry[] {
  const fills = isSoft(settings) ? fillsOf(epics, legendContentsOf(epics, settings, today, ahead), settings, intl) : [];
  const marked = new Set([...signals].flat());
  const marks = markedSignals.flatMap((signal): LegendEntry[] => {
    const message = signalChoices[`signal.${signal}`];
    const name = message ? intl.formatMessage(message) : signal;
    return marked.has(signal) && fills.every((fill) => fill.name !== name) ? [{ name, signal }] : [];
  });
  return [...fills, ...marks];
}

function fillsOf(
  epics: readonly RoadmapEpic[],
  { classes, signs }: LegendContents,
  settings: RoadmapSettings,
  intl: IntlShape,
): LegendEntry[] {
  const hasEdge = settings.colorBy === 'HEALTH';
  return [
    ...classes.map(({ key, tone }) => ({ name: classNameOf(settings.colorBy, key, epics, intl), tone, hasEdge })),
    ...signs.map((sign) => ({ name: intl.formatMessage(legendMessages[sign]), sign })),
  ];
}
