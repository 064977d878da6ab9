import type { Point } from '@milepost/core/roadmap/dependency-lines';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import { headerOf, type ListRow } from '../data/rows.ts';

/** Half the height of a note, in pixels. */
const HALF_NOTE = 10;

const isLane = (row: ListRow | undefined): boolean => row !== undefined && headerOf(row) !== null;

/**
 * A note on its line, in pixels from `top`. Headers of lanes lie above lines and take their clicks: a note there moves to
 * the nearer edge of the header that its line reaches.
 */
export function clearOfLanes(
  note: Point,
  points: readonly Point[],
  { rows, layout }: { rows: readonly ListRow[]; layout: RowLayout },
  top: number,
): Point {
  const y = note.y + top;
  let [first, last] = [layout.at(y - HALF_NOTE), layout.at(y + HALF_NOTE)];
  if (!isLane(rows[first])) first = last;
  if (!isLane(rows[first])) return note;
  if (!isLane(rows[last])) last = first;
  while (isLane(rows[first - 1])) first--;
  while (isLane(rows[last + 1])) last++;
  const [above, below] = [layout.top(first) - HALF_NOTE, layout.top(last + 1) + HALF_NOTE];
  const ends = points.filter(({ x }) => x === note.x).map((point) => point.y + top);
  const reached = [above, below].filter((at) => at >= Math.min(...ends) && at <= Math.max(...ends));
  const [nearest] = reached.toSorted((one, other) => Math.abs(one - y) - Math.abs(other - y));
  return nearest === undefined ? note : { x: note.x, y: nearest - top };
}
