import { unreachable } from '../../errors.ts';
import { addDays, dayOf, partsOf, type Day, type Span } from '../../days.ts';
import { columnsOf, firstOf } from '../columns.ts';
import type { Layout, Timeframe } from '../ranges.ts';

/** The day that the opening range is placed by, and the columns of one layout. */
export interface Around {
  anchor: Day;
  /** The position of the anchor's start, as a share of the chart's visible width. */
  at: number;
  layout: Layout;
  firstWeekday: number;
}

/**
 * The opening range of a chart that `room` columns of the least width fill: the columns before and after that of the anchor that
 * fill it, with the anchor in its place.
 */
export function openingRange(around: Around, room: number): Timeframe {
  const { at } = around;
  const share = shareOfColumn(around);
  const before = Math.max(0, Math.ceil(room * at - share));
  const after = Math.max(0, Math.ceil(room * (1 - at) - (1 - share)));
  return { from: columnStart(around, -before), to: (columnStart(around, after + 1) - 1) as Day };
}

/** Which columns must fill a chart so that its opening range holds days. */
export interface Reach {
  /** The opening range holds a day if more columns than this fill the chart; any range holds those of the anchor's column. */
  ofDay: (day: Day) => number;
  /** The same for some day of a span; a missing date leaves its end open. */
  ofSpan: (span: Span) => number;
}

/** For many days: what depends on the anchor alone is computed once, and each day once. */
export function reachAround(around: Around): Reach {
  const { at, anchor } = around;
  const share = shareOfColumn(around);
  const anchorColumn = columnNumber(anchor, around);
  const offsets = new Map<Day, number>();
  const offsetOf = (day: Day): number => {
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const offset = columnNumber(day, around) - anchorColumn;
    offsets.set(day, offset);
    return offset;
  };
  const ofDay = (day: Day): number => {
    const offset = offsetOf(day);
    if (offset === 0) return -1;
    return offset < 0 ? (-offset - 1 + share) / at : (offset - share) / (1 - at);
  };
  const ofSpan = ({ start, due }: Span): number => {
    if (start !== null && offsetOf(start) > 0) return ofDay(start);
    if (due !== null && offsetOf(due) < 0) return ofDay(due);
    return -1;
  };
  return { ofDay, ofSpan };
}

/** The share of the anchor's column that lies before the anchor. */
function shareOfColumn({ anchor, layout, firstWeekday }: Around): number {
  const [column] = columnsOf({ from: anchor, to: anchor }, layout, firstWeekday);
  return column ? (anchor - column.start) / (column.due - column.start + 1) : 0;
}

/** Numbers columns, so that neighbors differ by one. */
function columnNumber(day: Day, { layout, firstWeekday }: Around): number {
  const { year, month } = partsOf(day);
  switch (layout) {
    case 'WEEKS':
      return firstOf(day, layout, firstWeekday) / 7;
    case 'MONTHS':
      return year * 12 + month - 1;
    case 'QUARTERS':
      return year * 4 + Math.floor((month - 1) / 3);
    case 'YEARS':
      return year;
    default:
      return unreachable(layout);
  }
}

/** The first day of the column that lies this many columns after that of the anchor. */
function columnStart({ anchor, layout, firstWeekday }: Around, offset: number): Day {
  const first = firstOf(anchor, layout, firstWeekday);
  const { year, month } = partsOf(first);
  switch (layout) {
    case 'WEEKS':
      return addDays(first, offset * 7);
    case 'MONTHS':
      return dayOf(year, month + offset, 1);
    case 'QUARTERS':
      return dayOf(year, month + offset * 3, 1);
    case 'YEARS':
      return dayOf(year + offset, 1, 1);
    default:
      return unreachable(layout);
  }
}
