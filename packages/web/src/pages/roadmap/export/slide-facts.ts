import type { Day } from '@milepost/core/days';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { IntlShape, MessageDescriptor } from 'react-intl';
import { groupTokens } from '@milepost/core/filter-bar/groups';
import { readTokens } from '@milepost/core/filters/address';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { RoadmapSummary } from '@milepost/core/roadmap/summary';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { groupName } from '../../../filter-bar/Tokens.tsx';
import { filterKinds } from '../../../modules/lists/filters/kinds.ts';
import { signalChoices } from '../../../modules/lists/filters/signals.ts';
import type { LaneHealth } from '../../../timeline/lanes/lane-shapes.ts';
import { dateLocale } from '../../../ui/text/date-locale.ts';
import { summaryMessages } from '../summary/messages.ts';
import type { ExportImageFacts } from './image.ts';
import { loadDrawing, type DrawingWanted, type LoadingWork } from './load-drawing.ts';
import { asOfDate, partOfLane, pageOfPages, slideMessages } from './messages.ts';
import type { SlideFacts } from './slides.ts';

/** The counts above the roadmap. */
type SlideSummary = Omit<RoadmapSummary, 'closed'>;

interface SlideTexts {
  group: string;
  /** The name of the saved view; null without one. */
  view: string | null;
  /** Null where there are no counts. */
  summary: SlideSummary | null;
}

/** Completes what is drawn with what slides say. */
function slideFactsOf(
  facts: ExportImageFacts,
  settings: RoadmapSettings,
  { group, view, summary }: SlideTexts,
  intl: IntlShape,
): SlideFacts {
  const { formatMessage } = intl;
  const locale = dateLocale();
  const [from, to] = [dayText(facts.timeframe.from, locale), dayText(facts.timeframe.to, locale)];
  return {
    ...facts,
    group,
    view: view ?? formatMessage(slideMessages.roadmap),
    range: `${from} – ${to}`,
    asOf: formatMessage(asOfDate, { date: dayText(facts.today, locale) }),
    filters: filtersInWords(settings, intl),
    counts: summary ? countsOf(summary, intl) : [],
    partOf: (lane, part, parts) => formatMessage(partOfLane, { lane, part, parts }),
    page: (page, pages) => formatMessage(pageOfPages, { page, pages }),
  };
}

/** "Open epics · Label is one of ~a, ~b". */
function filtersInWords({ filterParams, epicsState }: RoadmapSettings, intl: IntlShape): string {
  const kinds = filterKinds('epics', intl, { people: true, reactions: true });
  const groups = groupTokens(readTokens('epics', filterParams));
  const state = intl.formatMessage(slideMessages[epicsState]);
  return [state, ...groups.map((group) => groupName(intl, group, kinds))].join('  ·  ');
}

type Count = readonly [keyof SlideSummary, name: MessageDescriptor | undefined, LaneHealth | null];

function countsOf(summary: SlideSummary, intl: IntlShape): SlideFacts['counts'] {
  const always: readonly Count[] = [
    ['onTrack', summaryMessages.onTrack, 'on_track'],
    ['needsAttention', summaryMessages.needsAttention, 'needs_attention'],
    ['atRisk', summaryMessages.atRisk, 'at_risk'],
    ['noUpdate', signalChoices['epicHealth.NONE'], 'none'],
    ['overdue', signalChoices['signal.OVERDUE'], null],
    ['undated', signalChoices['signal.UNDATED'], null],
  ];
  const others: readonly Count[] = [
    ['startsEarly', signalChoices['signal.STARTS_EARLY'], null],
    ['outsideParent', signalChoices['signal.OUTSIDE_PARENT'], null],
    ['behind', signalChoices['signal.BEHIND'], null],
    ['stale', signalChoices['signal.STALE'], null],
  ];
  return [...always, ...others.filter(([key]) => summary[key] > 0)].map(([key, message, health]) => ({
    name: message ? intl.formatMessage(message) : key,
    count: intl.formatNumber(summary[key]),
    health,
  }));
}

export interface SlidesWanted extends DrawingWanted {
  /** The name of the saved view that the page shows. */
  view: string | null;
  /** The counts above the roadmap. */
  summary: (timeframe: Timeframe, today: Day) => Promise<SlideSummary | null>;
}

/** Loads what slides show: compact rows, and lanes whether they are folded or not. Throws TooManyRowsError. */
export async function loadSlides(wanted: SlidesWanted, work: LoadingWork): Promise<SlideFacts> {
  const settings = { ...wanted.settings, density: 'COMPACT', isShowingLabels: false } as const;
  const facts = await loadDrawing({ ...wanted, settings }, () => false, work);
  const texts = {
    group: wanted.name,
    view: wanted.view,
    summary: await wanted.summary(facts.timeframe, facts.today),
  };
  return slideFactsOf(facts, wanted.settings, texts, wanted.intl);
}
