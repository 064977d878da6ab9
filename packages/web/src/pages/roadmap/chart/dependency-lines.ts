import type { Span } from '@milepost/core/days';
import type { BarBox, Point } from '@milepost/core/roadmap/dependency-lines';
import { arrowAt, lineBetween, pathThrough, stubAt } from '@milepost/core/roadmap/dependency-lines';
import { startsTooEarly } from '@milepost/core/roadmap/dependencies';
import { barShapeOf } from '../../../timeline/bar-shape.ts';
import type { Scale } from '../../../timeline/scale.ts';
import type { EpicLink } from '../data/epic.ts';
import { numberOf } from '../data/epic.ts';
import type { PlacedEpics } from './hidden-dependencies.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import type { EpicRowData, ListRow } from '../data/rows.ts';

/** The geometry that lines are drawn on. */
export interface LineGround {
  rows: readonly ListRow[];
  /** Where they are. */
  layout: RowLayout;
  /** The row of an epic by its number; -1 if it has none. */
  indexOf: (itemId: string) => number;
  /** All epics, including those inside collapsed rows; undefined while unknown. */
  placed: PlacedEpics | undefined;
  scale: Scale;
  rowHeight: number;
  isPhone: boolean;
}

/** An end of a dependency: its title and dates. */
export interface DependencyEnd {
  title: string;
  span: Span;
}

/** One line from a blocker to the blocked epic, or a stub of it. */
export interface DependencyLine {
  linkId: string;
  /** SVG paths; y is relative to the top of the first requested row. */
  line: string;
  head: string;
  /** The last segment, where hovering shows the reason. */
  hit: string;
  blocker: DependencyEnd;
  blocked: DependencyEnd;
  /** Days that must pass after the blocker ends. */
  lagDays: number;
  /** The blocked epic starts before that. */
  isWrong: boolean;
  /** An end is not at the epic's own row but at the collapsed row that holds it. */
  isRolledUp: boolean;
  /** The number of dependencies that it represents. */
  count: number;
}

/** A line that extends more rows than this beyond the view is drawn as a stub at its visible end. */
const farAway = 40;

/** Rows of the list, `to` excluded. */
interface RowWindow {
  from: number;
  to: number;
}

/** One dependency between two rows; the index of an end without a row is -1. */
interface Dependency {
  linkId: string;
  lagDays: number;
  blocker: DependencyEnd;
  blocked: DependencyEnd;
  blockerIndex: number;
  blockedIndex: number;
  isRolledUp: boolean;
}

/** The lines that touch the rows `from` up to `to` (excluded), each once. */
export function dependencyLines(ground: LineGround, from: number, to: number): DependencyLine[] {
  const last = Math.min(to, ground.rows.length);
  const view = { from: Math.max(0, from), to: last };
  const own = range(view).flatMap((index) => ownDependencies(ground, index));
  const hidden = hiddenDependencies(ground).filter(({ blockerIndex, blockedIndex }) =>
    [blockerIndex, blockedIndex].some((index) => index >= view.from && index < view.to),
  );
  return linesOf(ground, [...own, ...hidden], { from, to: last });
}

/** The lines of one row alone. */
export function linesOfRow(ground: LineGround, index: number, from: number, to: number): DependencyLine[] {
  const hidden = hiddenDependencies(ground).filter(
    ({ blockerIndex, blockedIndex }) => blockerIndex === index || blockedIndex === index,
  );
  return linesOf(ground, [...ownDependencies(ground, index), ...hidden], { from, to });
}

const range = ({ from, to }: RowWindow): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** The dependencies of the epic of a row, in both directions. */
function ownDependencies(ground: LineGround, index: number): Dependency[] {
  const epic = ground.rows[index]?.epic;
  if (!epic || epic.isClosed) return [];
  return epic.links.flatMap((link) => dependencyOf(ground, link, { ...epic, index }));
}

const hiddenIn = new WeakMap<LineGround, Dependency[]>();

/** The dependencies neither of whose ends has its own row; at least one is inside a collapsed row. */
function hiddenDependencies(ground: LineGround): Dependency[] {
  const known = hiddenIn.get(ground);
  if (known) return known;
  const hidden: Dependency[] = [];
  for (const [itemId, epic] of ground.placed ?? []) {
    if (epic.links.length === 0 || ground.indexOf(itemId) !== -1) continue;
    const index = holderOf(ground, itemId);
    if (index === -1) continue;
    const links = epic.links.filter((link) => ground.indexOf(link.itemId) === -1);
    hidden.push(...links.flatMap((link) => dependencyOf(ground, link, { ...epic, index, isRolledUp: true })));
  }
  hiddenIn.set(ground, hidden);
  return hidden;
}

/** The row of the nearest ancestor that has one: the collapsed row that holds the epic; -1 if there is none. */
function holderOf({ indexOf, placed }: LineGround, itemId: string): number {
  for (const ancestor of placed?.get(itemId)?.ancestors ?? []) {
    const index = indexOf(ancestor);
    if (index !== -1) return index;
  }
  return -1;
}

function dependencyOf(
  ground: LineGround,
  link: EpicLink,
  own: DependencyEnd & { index: number; isRolledUp?: boolean },
): Dependency[] {
  const otherIndex = ground.indexOf(link.itemId);
  const holder = otherIndex === -1 ? holderOf(ground, link.itemId) : -1;
  // Within one row there is nothing to draw.
  if (holder === own.index) return [];
  const other = { ...(ground.rows[otherIndex]?.epic ?? link), index: otherIndex === -1 ? holder : otherIndex };
  const [blocker, blocked] = link.type === 'blocks' ? [own, other] : [other, own];
  return [
    {
      linkId: link.linkId,
      lagDays: link.lagDays,
      blocker: { title: blocker.title, span: blocker.span },
      blocked: { title: blocked.title, span: blocked.span },
      blockerIndex: blocker.index,
      blockedIndex: blocked.index,
      isRolledUp: own.isRolledUp === true || holder !== -1,
    },
  ];
}

/** Each link once, and one line for all links that collapsed rows merge. */
function linesOf(ground: LineGround, dependencies: readonly Dependency[], view: RowWindow): DependencyLine[] {
  const lines = new Map<string, { first: Dependency; links: Set<string>; isWrong: boolean }>();
  for (const each of dependencies) {
    const key = each.isRolledUp ? `${each.blockerIndex} ${each.blockedIndex}` : each.linkId;
    const isWrong = startsTooEarly(each.blocker.span, each.blocked.span, each.lagDays);
    const line = lines.get(key);
    if (!line) lines.set(key, { first: each, links: new Set([each.linkId]), isWrong });
    else {
      line.links.add(each.linkId);
      if (isWrong && !line.isWrong) Object.assign(line, { first: each, isWrong });
    }
  }
  return [...lines].map(([key, { first, links, isWrong }]) => {
    const points = pointsOf(ground, first, view);
    return {
      linkId: key,
      line: pathThrough(points),
      head: arrowAt(points),
      hit: pathThrough(points.slice(-2)),
      blocker: first.blocker,
      blocked: first.blocked,
      lagDays: first.lagDays,
      isWrong,
      isRolledUp: first.isRolledUp,
      count: links.size,
    };
  });
}

function pointsOf(ground: LineGround, dependency: Dependency, { from, to }: RowWindow): Point[] {
  const { blockerIndex, blockedIndex } = dependency;
  const isNear = (index: number) => index >= from - farAway && index < to + farAway;
  if (blockerIndex !== -1 && blockedIndex !== -1 && isNear(blockerIndex) && isNear(blockedIndex)) {
    return lineBetween(boxOf(ground, blockerIndex, from), boxOf(ground, blockedIndex, from), ground.rowHeight);
  }
  // A stub at the visible end.
  const isAtBlocker = blockerIndex !== -1 && (blockedIndex === -1 || isNear(blockerIndex));
  const [index, other] = isAtBlocker ? [blockerIndex, blockedIndex] : [blockedIndex, blockerIndex];
  const direction = other === -1 ? 'away' : other < from ? 'up' : 'down';
  return stubAt(boxOf(ground, index, from), isAtBlocker ? 'end' : 'start', direction);
}

const barHeights = [28, 24, 20] as const;
const leastBarWidth = 10;
/** The bar's part of a two-line row, and the offset of its bars above its middle. */
const phoneStrip = { height: 40, lift: 3 } as const;

function boxOf({ rows, layout, scale, rowHeight, isPhone }: LineGround, index: number, from: number): BarBox {
  const row = rows[index] as EpicRowData;
  const { left, width } = barShapeOf(row.span, scale);
  const middle = isPhone ? rowHeight - phoneStrip.height / 2 - phoneStrip.lift : rowHeight / 2;
  return {
    left,
    right: left + Math.max(leastBarWidth, width - 1),
    y: layout.top(index) - layout.top(from) + middle,
    half: (barHeights[Math.min(row.level, barHeights.length) - 1] ?? barHeights[2]) / 2,
  };
}

/** Returns a function that finds the row of an epic by its number; its index is built lazily. */
export function rowFinder(rows: readonly ListRow[]): (itemId: string) => number {
  let indexes: Map<string, number> | null = null;
  return (itemId) => {
    indexes ??= new Map(rows.flatMap(({ epic }, index) => (epic ? [[numberOf(epic.id), index] as const] : [])));
    return indexes.get(itemId) ?? -1;
  };
}
