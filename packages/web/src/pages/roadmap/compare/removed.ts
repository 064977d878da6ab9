import { parseDay, type Span } from '@milepost/core/days';
import { hasExtent } from '@milepost/core/roadmap/clip';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RemovedEpic } from '../data/rows.ts';

/** The dates that a snapshot has of an epic. */
export const spanOf = ({ startDate, dueDate }: RemovedEpic): Span => ({
  start: parseDay(startDate ?? ''),
  due: parseDay(dueDate ?? ''),
});

/** The removed epics that the timeline shows: those of a lane, or without lanes (null) all of them. */
export function removedWithin(
  removed: readonly RemovedEpic[],
  timeframe: Timeframe,
  lane: string | null,
): readonly RemovedEpic[] {
  return removed.filter((epic) => {
    const span = spanOf(epic);
    const isDated = span.start !== null || span.due !== null;
    return isDated && hasExtent(span, timeframe) && (lane === null || epic.lane === lane);
  });
}
