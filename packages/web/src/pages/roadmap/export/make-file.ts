import { dateLocale } from '../../../ui/text/date-locale.ts';
import type { IntlShape } from 'react-intl';
import type { Day, Span } from '@milepost/core/days';
import { localDayOf } from '@milepost/core/days';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { dayText } from '@milepost/core/roadmap/timeframe-text';
import { session } from '../../../platform/session/session.ts';
import { calendarNames } from '../../../timeline/head-parts.ts';
import { messages as timelineMessages } from '../../../timeline/messages.ts';
import type { TimelineMilestone } from '../../../timeline/milestone-layout.ts';
import { chartMessages } from '../messages/chart.ts';
import { viewOf } from '../view/view.ts';
import { loadEpics, rowsInTree } from './load-epics.ts';
import { exportMessages as messages, pageOfPages, exportSubtitle, exportTitle } from './messages.ts';
import { exportImageOf, type ExportImageFacts } from './image.ts';
import { canvasMeasure } from './shapes.ts';
import type { Work } from './yielding.ts';

export interface FileWanted {
  fullPath: string;
  /** The name of the group, or the title of the epic, of the roadmap. */
  name: string;
  settings: RoadmapSettings;
  format: 'svg' | 'png' | 'pdf';
  intl: IntlShape;
  timeframeText: (span: Span) => string;
  /** The milestones of a timeframe, as the page draws them. */
  milestones: (timeframe: { from: Day; to: Day }, today: Day) => Promise<readonly TimelineMilestone[]>;
}

export interface FileWork {
  signal: AbortSignal;
  onProgress: (step: 'loading' | 'drawing', share: number) => void;
}

/** Loads all matching epics and draws them. Throws TooManyRowsError, TooTallError, or an AbortError when canceled. */
export async function makeFile(wanted: FileWanted, { signal, onProgress }: FileWork): Promise<Blob> {
  const { fullPath, settings, format, intl } = wanted;
  const { formatMessage } = intl;
  const locale = dateLocale();
  const today = localDayOf(new Date());
  const { columns, timeframe } = viewOf(settings, today);
  const args = argumentsOf(fullPath, settings, timeframe, today);
  const [epics, milestones] = await Promise.all([
    loadEpics(args, fullPath, settings, { signal, onProgress: (share) => onProgress('loading', share) }),
    settings.isShowingMilestones ? wanted.milestones(timeframe, today) : [],
  ]);
  const rows = rowsInTree(epics, timeframe);
  const title = formatMessage(exportTitle, { group: wanted.name });
  const [from, to] = [dayText(timeframe.from, locale), dayText(timeframe.to, locale)];
  const facts: ExportImageFacts = {
    title,
    subtitle: formatMessage(exportSubtitle, { from, to, count: rows.length, today: dayText(today, locale) }),
    columns,
    timeframe,
    today,
    firstWeekday: session().firstWeekday,
    rows,
    milestones,
    settings,
    names: calendarNames(locale, (quarter) => formatMessage(timelineMessages.quarter, { quarter })),
    timeframeText: wanted.timeframeText,
    overdueText: (days) => formatMessage(chartMessages.daysOverdue, { days }),
    words: { milestones: formatMessage(timelineMessages.milestones), epics: formatMessage(messages.epics) },
  };
  const work: Work = { signal, onProgress: (share) => onProgress('drawing', share) };
  switch (format) {
    case 'svg': {
      const { svgOf } = await import('./svg.ts');
      const text = await svgOf(exportImageOf(facts, canvasMeasure()), title, work);
      return new Blob([text], { type: 'image/svg+xml' });
    }
    case 'png': {
      const { pngOf } = await import('./png.ts');
      return pngOf(exportImageOf(facts, canvasMeasure()), work);
    }
    default: {
      const { pdfOf } = await import('./pdf.ts');
      const page = (index: number, pages: number) => formatMessage(pageOfPages, { page: index, pages });
      return pdfOf((measure) => exportImageOf(facts, measure), { title, page }, work);
    }
  }
}
