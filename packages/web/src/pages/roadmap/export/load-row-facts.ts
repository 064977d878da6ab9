import type { IntlShape } from 'react-intl';
import { formatDay, type Day } from '@milepost/core/days';
import { hasFilters } from '@milepost/core/roadmap/filters';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { MAX_SIGNAL_MARKS } from '@milepost/core/roadmap/signals';
import type { DatesThen } from '../../../timeline/drift-shapes.ts';
import type { DatesBefore } from '../compare/api.ts';
import { MAX_IDS } from '../data/api.ts';
import { isBehindLink } from '../data/request.ts';
import { isGroupedRoadmap } from '../data/is-grouped.ts';
import type { RemovedEpic } from '../data/rows.ts';
import { haveLaneNotes, laneNoteMessages, requestLaneNotes } from '../rows/lane-notes.ts';
import { requestSignals, type SignalQuestion } from '../signals/api.ts';
import { markedOf } from '../signals/signal-texts.ts';
import type { ExportImageFacts } from './image.ts';
import type { LoadOptions } from './load-epics.ts';
import type { EpicImageRow } from './drawing/rows.ts';
import type { SignalName } from './drawing/marks.ts';

/** What the facts of rows depend on, and how a comparison is read. */
export interface RowFactsSource {
  fullPath: string;
  settings: RoadmapSettings;
  intl: IntlShape;
  /** The dates of epics in a snapshot. */
  datesBefore: (snapshotId: string, ids: readonly string[]) => Promise<DatesBefore>;
  /** The epics that were removed since a snapshot. */
  removedSince: (snapshotId: string) => Promise<readonly RemovedEpic[]>;
}

/** The removed epics of the comparison: they match no filter any more, and are no children of an epic. */
export async function loadRemoved({ settings, removedSince }: RowFactsSource): Promise<readonly RemovedEpic[]> {
  const isWhole = settings.epicIid === null && !hasFilters(settings.filterParams);
  return settings.compare && isWhole && !isBehindLink() ? removedSince(settings.compare) : [];
}

/** Data of rows that is not part of their epics: the compared dates, signals, and fields that lanes omit. */
export async function loadRowFacts(
  { fullPath, settings, datesBefore, intl }: RowFactsSource,
  rows: readonly EpicImageRow[],
  today: Day,
  work: LoadOptions,
): Promise<Pick<ExportImageFacts, 'before' | 'signals' | 'notes'>> {
  const { asOf, groupBy, thenBy, compare, progressTracking } = settings;
  const past = asOf !== null && { asOf };
  const question: SignalQuestion = { fullPath, today: formatDay(today), progress: progressTracking, ...past };
  const before = compare && !isBehindLink() ? new Map<string, DatesThen | null>() : null;
  const signals = new Map<string, readonly SignalName[]>();
  const notes = new Map<string, readonly string[]>();
  const loadSignals = async (ids: readonly string[]): Promise<void> => {
    for (const [id, details] of await requestSignals(question, ids)) {
      const marks = markedOf(details).slice(0, MAX_SIGNAL_MARKS);
      if (marks.length > 0)
        signals.set(
          id,
          marks.map(({ name }) => name),
        );
    }
  };
  const loadNotes = async (ids: readonly string[]): Promise<void> => {
    for (const [id, found] of await requestLaneNotes({ fullPath, groupBy: groupBy ?? '', thenBy, ...past }, ids))
      if (found.length > 0)
        notes.set(
          id,
          found.map(({ isFromIssues, others }) =>
            isFromIssues
              ? intl.formatMessage(laneNoteMessages.fromIssues)
              : intl.formatMessage(laneNoteMessages.moreValues, { count: others.length }),
          ),
        );
  };
  const loadBefore = async (ids: readonly string[]): Promise<void> => {
    for (const [id, dates] of await datesBefore(compare ?? '', ids)) before?.set(id, dates);
  };
  const hasNotes = isGroupedRoadmap(settings) && !isBehindLink() && haveLaneNotes([groupBy, thenBy]);
  for (let from = 0; from < rows.length; from += MAX_IDS) {
    const some = rows.slice(from, from + MAX_IDS).map(({ epic }) => epic);
    const ids = some.map(({ id }) => id);
    const open = some.filter(({ isClosed }) => !isClosed).map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- one part at a time: the server has other work
    await Promise.all([
      open.length > 0 ? loadSignals(open) : null,
      hasNotes ? loadNotes(ids) : null,
      before ? loadBefore(ids) : null,
    ]);
    work.signal.throwIfAborted();
    work.onProgress(Math.min(1, (from + MAX_IDS) / rows.length));
  }
  return { before, signals, notes };
}
