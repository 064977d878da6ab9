import type { IntlShape } from 'react-intl';
import type { Day, Span } from '@milepost/core/days';
import { formatDay, localDayOf } from '@milepost/core/days';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { dayShown, type RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { DatesThen } from '../../../timeline/drift-shapes.ts';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { session } from '../../../platform/session/session.ts';
import { calendarNames } from '../../../timeline/head-parts.ts';
import { messages as timelineMessages } from '../../../timeline/messages.ts';
import type { TimelineMilestone } from '../../../timeline/milestone-layout.ts';
import { dateLocale } from '../../../ui/text/date-locale.ts';
import type { DatesBefore } from '../compare/api.ts';
import { isBehindLink } from '../data/ask.ts';
import { MAX_IDS } from '../data/api.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { isGroupedRoadmap } from '../data/is-grouped.ts';
import { laneMessages } from '../lanes/messages.ts';
import { laneNameOf } from '../lanes/use-lane-name.ts';
import { chartMessages } from '../messages/chart.ts';
import { viewOf } from '../view/view.ts';
import type { ExportImageFacts } from './image.ts';
import { legendOf } from './legend-of.ts';
import { loadEpics } from './load-epics.ts';
import { loadLanes } from './load-lanes.ts';
import { exportMessages as messages, exportSubtitle, exportTitle } from './messages.ts';
import { epicRowsOf, rowsInLanes, rowsInTree } from './rows.ts';

export interface DrawingWanted {
  fullPath: string;
  /** The name of the group, or the title of the epic, of the roadmap. */
  name: string;
  settings: RoadmapSettings;
  intl: IntlShape;
  timeframeText: (span: Span) => string;
  /** The milestones of a timeframe, as the page draws them. */
  milestones: (timeframe: { from: Day; to: Day }, today: Day) => Promise<readonly TimelineMilestone[]>;
  /** The dates of epics in a snapshot. */
  datesBefore: (snapshotId: string, ids: readonly string[]) => Promise<DatesBefore>;
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
    loadEpics(args, fullPath, settings, part(0, isGrouped ? 0.5 : 0.9)),
    settings.isShowingMilestones ? wanted.milestones(timeframe, today) : [],
  ]);
  const question = { args, settings, today: formatDay(today), firstWeekday };
  const rows = isGrouped
    ? rowsInLanes(await loadLanes(question, isFolded, part(0.5, 0.9)), epics, timeframe)
    : rowsInTree(epics, timeframe);
  const drawn = epicRowsOf(rows).map(({ epic }) => epic);
  const before = await datesBefore(wanted, drawn, part(0.9, 1));
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
    legend: legendOf(drawn, settings, today, intl),
    before,
    settings,
    names: calendarNames(locale, (quarter) => formatMessage(timelineMessages.quarter, { quarter })),
    timeframeText,
    overdueText: (days) => formatMessage(chartMessages.daysOverdue, { days }),
    words: { milestones: formatMessage(timelineMessages.milestones), epics: formatMessage(messages.epics) },
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
  };
}

/** Where the compared snapshot has these epics; null without a comparison. */
async function datesBefore(
  { settings: { compare }, datesBefore: read }: DrawingWanted,
  epics: readonly RoadmapEpic[],
  work: LoadingWork,
): Promise<DatesBefore | null> {
  if (!compare || isBehindLink()) return null;
  const before = new Map<string, DatesThen | null>();
  for (let from = 0; from < epics.length; from += MAX_IDS) {
    const ids = epics.slice(from, from + MAX_IDS).map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- one at a time: the server has other work
    for (const [id, dates] of await read(compare, ids)) before.set(id, dates);
    work.signal.throwIfAborted();
    work.onProgress(Math.min(1, (from + MAX_IDS) / epics.length));
  }
  return before;
}
