import { digitsOf } from '@milepost/core/global-ids';
import type { Day, Span } from '@milepost/core/days';
import type { BarBox, Point } from '@milepost/core/roadmap/dependency-lines';
import { arrowAt, cutEnds, lineBetween, notePoint, pathThrough, stubAt } from '@milepost/core/roadmap/dependency-lines';
import { daysEarly } from '@milepost/core/roadmap/dependencies';
import { barShapeOf } from '../../../timeline/bar-shape.ts';
import { laneShapes } from '../../../timeline/lanes/lane-shapes.ts';
import type { RowLook } from '../../../timeline/row-shapes.ts';
import type { Scale } from '../../../timeline/scale.ts';
import type { EpicLink } from '../data/epic.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import type { EpicRowData, LaneRowData, ListRow } from '../data/rows.ts';
import { clearOfLanes } from './note-place.ts';
import { holderOf, type Placement } from './placement.ts';

/** The geometry of bars. */
export interface BarGround {
  rows: readonly ListRow[];
  layout: RowLayout;
  scale: Scale;
  soft: RowLook['soft'];
  rowHeight: number;
  isPhone: boolean;
}

/** The geometry that lines are drawn on, and where epics are. */
export interface LineGround extends BarGround, Placement {
  /** The ids of links on a cycle: they contradict each other whatever the dates. */
  inCycles: ReadonlySet<string>;
}

/** An end of a dependency: its number, title and dates. */
export interface DependencyEnd {
  itemId: string;
  title: string;
  span: Span;
}

/** One link that a line represents. */
export interface Dependency {
  linkId: string;
  /** Days that must pass after the blocker ends. */
  lagDays: number;
  blocker: DependencyEnd;
  blocked: DependencyEnd;
  /** The days by which the blocked epic starts too early; null if it does not. */
  early: number | null;
  isInCycle: boolean;
}

/** One line from a blocker to the blocked epic, or a stub of it, with all links between the same two bars. */
export interface DependencyLine {
  key: string;
  /** The corners; y as below. */
  points: readonly Point[];
  /** SVG paths; y is relative to the top of the first requested row. */
  line: string;
  /** The ends at an ancestor or lane, not at the epic's own bar. */
  dashed: string;
  head: string;
  /** The dot at the blocker's end. */
  dot: Point;
  /** The whole line, for the pointer. */
  hit: string;
  /** Where a pill or badge has room. */
  note: Point;
  /** The one that starts earliest comes first. */
  links: readonly Dependency[];
  isWrong: boolean;
}

/** A line that extends more rows than this beyond the view is drawn as a stub at its visible end. */
const farAway = 40;

/** Rows of the list, `to` excluded. */
interface RowWindow {
  from: number;
  to: number;
}

/** A dependency between two rows; the index of an end without a row is -1. */
interface PlacedDependency extends Dependency {
  from: RowEnd;
  to: RowEnd;
}

interface RowEnd {
  index: number;
  /** The row is that of an ancestor or lane. */
  isRolledUp: boolean;
}

/** The lines that touch the rows `from` up to `to` (excluded), each once. */
export function dependencyLines(ground: LineGround, from: number, to: number): DependencyLine[] {
  const last = Math.min(to, ground.rows.length);
  const view = { from: Math.max(0, from), to: last };
  const own = range(view).flatMap((index) => ownDependencies(ground, index));
  const hidden = hiddenDependencies(ground).filter((each) =>
    [each.from.index, each.to.index].some((index) => index >= view.from && index < view.to),
  );
  return linesOf(ground, [...own, ...hidden], { from, to: last });
}

/** The lines of one row alone. */
export function linesOfRow(ground: LineGround, index: number, from: number, to: number): DependencyLine[] {
  const hidden = hiddenDependencies(ground).filter((each) => each.from.index === index || each.to.index === index);
  return linesOf(ground, [...ownDependencies(ground, index), ...hidden], { from, to });
}

const range = ({ from, to }: RowWindow): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** The dependencies of the epic of a row, in both directions. */
function ownDependencies(ground: LineGround, index: number): PlacedDependency[] {
  const epic = ground.rows[index]?.epic;
  if (!epic || epic.isClosed) return [];
  const end = { itemId: digitsOf(epic.id), title: epic.title, span: epic.span };
  return epic.links.flatMap((link) => dependencyOf(ground, link, end, { index, isRolledUp: false }));
}

const hiddenIn = new WeakMap<LineGround, PlacedDependency[]>();

/** The dependencies neither of whose ends has its own row; at least one is inside a folded row or lane. */
function hiddenDependencies(ground: LineGround): PlacedDependency[] {
  const known = hiddenIn.get(ground);
  if (known) return known;
  const hidden: PlacedDependency[] = [];
  for (const [itemId, epic] of ground.placed ?? []) {
    if (epic.links.length === 0 || ground.indexOf(itemId) !== -1) continue;
    const index = holderOf(ground, itemId);
    if (index === -1) continue;
    const links = epic.links.filter((link) => ground.indexOf(link.itemId) === -1);
    const end = { itemId, title: epic.title, span: epic.span };
    hidden.push(...links.flatMap((link) => dependencyOf(ground, link, end, { index, isRolledUp: true })));
  }
  hiddenIn.set(ground, hidden);
  return hidden;
}

function dependencyOf(ground: LineGround, link: EpicLink, end: DependencyEnd, rowEnd: RowEnd): PlacedDependency[] {
  const ownIndex = ground.indexOf(link.itemId);
  const index = ownIndex === -1 ? holderOf(ground, link.itemId) : ownIndex;
  // Within one row there is nothing to draw.
  if (index === rowEnd.index) return [];
  const { title, span } = ground.rows[ownIndex]?.epic ?? link;
  const other = { itemId: link.itemId, title, span };
  const otherEnd = { index, isRolledUp: ownIndex === -1 && index !== -1 };
  const isBlocker = link.type === 'blocks';
  const [blocker, blocked] = isBlocker ? [end, other] : [other, end];
  const [from, to] = isBlocker ? [rowEnd, otherEnd] : [otherEnd, rowEnd];
  const { linkId, lagDays } = link;
  const early = daysEarly(blocker.span, blocked.span, lagDays);
  return [{ linkId, lagDays, blocker, blocked, early, isInCycle: ground.inCycles.has(linkId), from, to }];
}

/** One line for all links between the same two rows; ends that are not listed stay apart. */
function linesOf(ground: LineGround, dependencies: readonly PlacedDependency[], view: RowWindow): DependencyLine[] {
  const lines = new Map<string, Map<string, PlacedDependency>>();
  for (const each of dependencies) {
    const isPair = each.from.index !== -1 && each.to.index !== -1;
    const key = isPair ? `${each.from.index} ${each.to.index}` : each.linkId;
    const links = lines.get(key) ?? new Map<string, PlacedDependency>();
    links.set(each.linkId, each);
    lines.set(key, links);
  }
  return [...lines].map(([key, found]) => {
    const links = [...found.values()].toSorted((one, other) => (other.early ?? -1) - (one.early ?? -1));
    const first = links[0] as PlacedDependency;
    const points = pointsOf(ground, first, view);
    // Where some link is between the bars themselves, the line is.
    const isRolledUp = (end: 'from' | 'to') => links.every((each) => each[end].isRolledUp);
    const { solid, dashed } = cutEnds(points, { start: isRolledUp('from'), end: isRolledUp('to') });
    return {
      key,
      points,
      line: pathThrough(solid),
      dashed: dashed.map((part) => pathThrough(part)).join(''),
      head: arrowAt(points),
      dot: points[0] ?? { x: 0, y: 0 },
      hit: pathThrough(points),
      note: clearOfLanes(notePoint(points), points, ground, ground.layout.top(view.from)),
      links,
      isWrong: links.some(({ early, isInCycle }) => early !== null || isInCycle),
    };
  });
}

function pointsOf(ground: LineGround, dependency: PlacedDependency, { from, to }: RowWindow): Point[] {
  const [blocker, blocked] = [dependency.from.index, dependency.to.index];
  const boxAt = (index: number) => boxOf(ground, index, from, dependency);
  const isNear = (index: number) => index >= from - farAway && index < to + farAway;
  if (blocker !== -1 && blocked !== -1 && isNear(blocker) && isNear(blocked))
    return lineBetween(boxAt(blocker), boxAt(blocked), heightOf(ground, blocked));
  // A stub at the visible end.
  const isAtBlocker = blocker !== -1 && (blocked === -1 || isNear(blocker));
  const [index, other] = isAtBlocker ? [blocker, blocked] : [blocked, blocker];
  const direction = other === -1 ? 'away' : other < from ? 'up' : 'down';
  return stubAt(boxAt(index), isAtBlocker ? 'end' : 'start', direction);
}

const heightOf = ({ layout }: BarGround, index: number): number => layout.top(index + 1) - layout.top(index);

const barHeights = [28, 24, 20] as const;
const compactBarHeight = 16;
const leastBarWidth = 10;
/** The bar's part of a two-line row, and the offset of its bars above its middle. */
const phoneStrip = { height: 40, lift: 3 } as const;
const compactPhoneStrip = { height: 28, lift: 3 } as const;
/** The middle of a folded lane's bar above the end of its row, and half its height. */
const laneBar = { above: 8.5, half: 2.5 } as const;

function boxOf(ground: LineGround, index: number, from: number, dependency: PlacedDependency): BarBox {
  const { rows, layout, scale } = ground;
  const row = rows[index] as EpicRowData | LaneRowData;
  if (row.epic === null) {
    const top = layout.top(index) - layout.top(from);
    const x = laneX(row, scale, dependency, dependency.from.index === index);
    return { left: x, right: x, y: top + heightOf(ground, index) - laneBar.above, half: laneBar.half };
  }
  return barBoxOf(ground, index, from);
}

/** The bar of an epic's row; y is relative to the top of the row `from`. */
export function barBoxOf(ground: BarGround, index: number, from: number): BarBox {
  const { rows, layout, scale, soft, rowHeight, isPhone } = ground;
  const row = rows[index] as EpicRowData;
  const top = layout.top(index) - layout.top(from);
  const exact = barShapeOf(row.span, scale);
  const { left, width } = soft ? soft.shapeOf(exact) : exact;
  const strip = soft?.isCompact ? compactPhoneStrip : phoneStrip;
  const middle = isPhone ? rowHeight - strip.height / 2 - strip.lift : rowHeight / 2;
  const height = soft?.isCompact ? compactBarHeight : (barHeights[row.level - 1] ?? barHeights[2]);
  return { left, right: left + Math.max(leastBarWidth, width - 1), y: top + middle, half: height / 2 };
}

/** On a folded lane a line ends on the same day as at the epic itself. */
function laneX({ header }: LaneRowData, scale: Scale, { blocker, blocked }: Dependency, isBlocker: boolean): number {
  const { left } = laneShapes(header, scale, false);
  const day = isBlocker ? blocker.span.due : blocked.span.start;
  if (day === null) return isBlocker ? scale.width : left;
  return Math.min(scale.width, Math.max(0, scale.xOf((isBlocker ? day + 1 : day) as Day)));
}
