import type { Span } from '@milepost/core/days';
import type { BarBox, Point } from '@milepost/core/roadmap/dependency-lines';
import { arrowAt, lineBetween, pathThrough, startsTooEarly, stubAt } from '@milepost/core/roadmap/dependency-lines';
import { barShapeOf } from '../../timeline/bar-shape.ts';
import type { Scale } from '../../timeline/scale.ts';
import type { EpicLink } from './epic.ts';
import { numberOf } from './epic.ts';
import type { EpicRowData } from './rows.ts';

/** What lines are drawn upon. */
export interface LineGround {
  rows: readonly EpicRowData[];
  /** The row of an epic by its number; -1 where it has none. */
  indexOf: (itemId: string) => number;
  scale: Scale;
  rowHeight: number;
  isPhone: boolean;
}

/** An end of a dependency: what it is called and when it runs. */
export interface DependencyEnd {
  title: string;
  span: Span;
}

/** One line from a blocker to what it blocks, or a stub of it. */
export interface DependencyLine {
  linkId: string;
  /** Paths of SVG; heights count from the top of the first row asked for. */
  line: string;
  head: string;
  /** The last run, where the pointer finds the reason. */
  hit: string;
  blocker: DependencyEnd;
  blocked: DependencyEnd;
  /** The blocked epic starts before its blocker ends. */
  isWrong: boolean;
}

/** A line longer than so many rows beyond the view is a stub at the end that one sees. */
const farAway = 40;

/** The lines that touch the rows `from` up to `to` (excluded), each once. */
export function dependencyLines(ground: LineGround, from: number, to: number): DependencyLine[] {
  const lines = new Map<string, DependencyLine>();
  const last = Math.min(to, ground.rows.length);
  for (let index = Math.max(0, from); index < last; index++) {
    const row = ground.rows[index];
    if (!row || row.epic.isClosed) continue;
    for (const link of row.epic.links) {
      if (!lines.has(link.linkId)) lines.set(link.linkId, lineOf(ground, index, link, { from, to: last }));
    }
  }
  return [...lines.values()];
}

/** The lines of one row alone. */
export function linesOfRow(ground: LineGround, index: number, from: number, to: number): DependencyLine[] {
  const row = ground.rows[index];
  if (!row || row.epic.isClosed) return [];
  return row.epic.links.map((link) => lineOf(ground, index, link, { from, to }));
}

function lineOf(ground: LineGround, index: number, link: EpicLink, view: { from: number; to: number }): DependencyLine {
  const row = ground.rows[index] as EpicRowData;
  const otherIndex = ground.indexOf(link.itemId);
  const otherRow = ground.rows[otherIndex];
  const own = { title: row.epic.title, span: row.epic.span };
  const other = otherRow ? { title: otherRow.epic.title, span: otherRow.epic.span } : link;
  const [blocker, blocked] = link.type === 'blocks' ? [own, other] : [other, own];
  const points = pointsOf(ground, index, otherIndex, link, view);
  return {
    linkId: link.linkId,
    line: pathThrough(points),
    head: arrowAt(points),
    hit: pathThrough(points.slice(-2)),
    blocker: { title: blocker.title, span: blocker.span },
    blocked: { title: blocked.title, span: blocked.span },
    isWrong: startsTooEarly(blocker.span, blocked.span),
  };
}

function pointsOf(
  ground: LineGround,
  index: number,
  otherIndex: number,
  link: EpicLink,
  { from, to }: { from: number; to: number },
): Point[] {
  const box = boxOf(ground, index, from);
  const side = link.type === 'blocks' ? 'end' : 'start';
  if (otherIndex === -1) return stubAt(box, side, 'away');
  if (otherIndex < from - farAway) return stubAt(box, side, 'up');
  if (otherIndex >= to + farAway) return stubAt(box, side, 'down');
  const otherBox = boxOf(ground, otherIndex, from);
  return link.type === 'blocks'
    ? lineBetween(box, otherBox, ground.rowHeight)
    : lineBetween(otherBox, box, ground.rowHeight);
}

const barHeights = [28, 24, 20] as const;
const leastBarWidth = 10;
/** The strip of a two-storey row, and how far its bars stand above its middle. */
const phoneStrip = { height: 40, lift: 3 } as const;

function boxOf({ rows, scale, rowHeight, isPhone }: LineGround, index: number, from: number): BarBox {
  const row = rows[index] as EpicRowData;
  const { left, width } = barShapeOf(row.span, scale);
  const middle = isPhone ? rowHeight - phoneStrip.height / 2 - phoneStrip.lift : rowHeight / 2;
  return {
    left,
    right: left + Math.max(leastBarWidth, width - 1),
    y: (index - from) * rowHeight + middle,
    half: (barHeights[Math.min(row.level, barHeights.length) - 1] ?? barHeights[2]) / 2,
  };
}

/** A function that finds the row of an epic by its number; the table behind it is made once, when first asked. */
export function rowFinder(rows: readonly EpicRowData[]): (itemId: string) => number {
  let indexes: Map<string, number> | null = null;
  return (itemId) => {
    indexes ??= new Map(rows.map((row, index) => [numberOf(row.epic.id), index]));
    return indexes.get(itemId) ?? -1;
  };
}
