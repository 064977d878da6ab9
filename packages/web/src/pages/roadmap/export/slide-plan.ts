import { MAX_SLIDES, SLIDE_ROWS } from '@milepost/core/roadmap/drawing-limits';
import { columnsOf, type Column } from '@milepost/core/roadmap/columns';
import { layouts, type Layout, type Timeframe } from '@milepost/core/roadmap/ranges';
import { leastCellWidth } from '../../../timeline/metrics.ts';
import { TooManySlidesError } from './errors.ts';
import type { ImageRow, LaneImageRow } from './drawing/rows.ts';

/** One page: at most 18 rows of one lane, headers of the second level included. */
export interface Slide {
  /** Null without lanes. */
  lane: LaneImageRow | null;
  rows: readonly ImageRow[];
  /** The number of the page among those of its lane, from 1, and their count. */
  part: number;
  parts: number;
}

/** Divides rows into pages of one lane of the first level each, as high as the lane. */
export const lanePagesOf = (rows: readonly ImageRow[]): Slide[] =>
  sectionsOf(rows).map((section) => ({ ...section, part: 1, parts: 1 }));

/** Divides rows into slides, one lane of the first level each. Throws TooManySlidesError. */
export function slidesOf(rows: readonly ImageRow[]): Slide[] {
  const slides = sectionsOf(rows).flatMap(({ lane, rows: own }) => {
    const chunks = chunksOf(own);
    return chunks.map((chunk, index): Slide => ({ lane, rows: chunk, part: index + 1, parts: chunks.length }));
  });
  if (slides.length > MAX_SLIDES) throw new TooManySlidesError(slides.length);
  return slides;
}

interface Section {
  lane: LaneImageRow | null;
  rows: ImageRow[];
}

function sectionsOf(rows: readonly ImageRow[]): Section[] {
  const sections: Section[] = [];
  for (const row of rows) {
    const current = sections.at(-1);
    if (row.lane !== null && row.level === 1) sections.push({ lane: row, rows: [] });
    else if (current) current.rows.push(row);
    else sections.push({ lane: null, rows: [row] });
  }
  return sections.length > 0 ? sections : [{ lane: null, rows: [] }];
}

/** A header does not stand at the end of a page. */
function chunksOf(rows: readonly ImageRow[]): ImageRow[][] {
  const chunks: ImageRow[][] = [];
  let from = 0;
  do {
    let to = Math.min(from + SLIDE_ROWS, rows.length);
    if (to < rows.length) while (to - 1 > from && rows[to - 1]?.lane !== null) to -= 1;
    chunks.push(rows.slice(from, to));
    from = to;
  } while (from < rows.length);
  return chunks;
}

/** The columns of a slide: those of the layout, or of the next coarser one that fits into `room`. */
export function slideColumns(
  timeframe: Timeframe,
  layout: Layout,
  firstWeekday: number,
  room: number,
): { columns: Column[]; layout: Layout } {
  const coarser = layouts.slice(layouts.indexOf(layout));
  const tried = coarser.map((each) => ({ columns: columnsOf(timeframe, each, firstWeekday), layout: each }));
  const fitting = tried.find(({ columns, layout: each }) => columns.length * leastCellWidth(each, false) <= room);
  return fitting ?? (tried.at(-1) as { columns: Column[]; layout: Layout });
}
