/** The position of a bar in pixels: its ends, its vertical center, and half of its height. */
export interface BarBox {
  left: number;
  right: number;
  y: number;
  half: number;
}

export interface Point {
  x: number;
  y: number;
}

/** How far a line continues past a bar before it turns. */
const run = 10;
/** The length of an arrow's head, and half its width. */
const headLength = 7;
const headHalf = 4;
/** Vertical length of a stub: within the row. */
const stubReach = 15;

/**
 * The corners of the line from the end of the blocker to the start of the blocked item. It runs between rows where it has to go
 * back, and enters from above or below where there is no room at the left of the bar. `rowHeight`: of the blocked row.
 */
export function lineBetween(blocker: BarBox, blocked: BarBox, rowHeight: number): Point[] {
  const out = { x: blocker.right + run, y: blocker.y };
  const comesFrom = blocker.y < blocked.y ? -1 : 1;
  const begin = { x: blocker.right, y: blocker.y };
  if (blocked.left < run + headLength) {
    // At the edge: enters the bar from above or below.
    const x = Math.min(blocked.left + run, (blocked.left + blocked.right) / 2);
    const edge = blocked.y + comesFrom * blocked.half;
    const between = blocked.y + comesFrom * (rowHeight / 2);
    return tidy([begin, out, { x: out.x, y: between }, { x, y: between }, { x, y: edge }]);
  }
  const end = { x: blocked.left, y: blocked.y };
  const turn = blocked.left - run - headLength;
  if (turn >= out.x) return tidy([begin, out, { x: out.x, y: end.y }, end]);
  const between = blocked.y + comesFrom * (rowHeight / 2);
  return tidy([begin, out, { x: out.x, y: between }, { x: turn, y: between }, { x: turn, y: end.y }, end]);
}

/** The position of a stub's other end: further up or down the list, or not in the list. */
export type StubDirection = 'up' | 'down' | 'away';

/**
 * The corners of a stub for a link whose other end is not drawn, from the bar outwards; its arrow points towards the other end.
 * `side`: the start of the bar for its blockers, the end for the items it blocks.
 */
export function stubAt(bar: BarBox, side: 'start' | 'end', direction: StubDirection): Point[] {
  const isCramped = side === 'start' && bar.left < run + headLength;
  const outwards = side === 'start' ? -1 : 1;
  const x = side === 'start' ? bar.left : bar.right;
  if (direction === 'away') {
    // Without room at the left, the arrow is on the bar's edge and points outwards.
    const length = run + headLength;
    return isCramped
      ? [
          { x: bar.left + length, y: bar.y - bar.half - 3 },
          { x: bar.left + 2, y: bar.y - bar.half - 3 },
        ]
      : [
          { x, y: bar.y },
          { x: x + outwards * length, y: bar.y },
        ];
  }
  const sign = direction === 'up' ? -1 : 1;
  if (isCramped) {
    const at = bar.left + run;
    return [
      { x: at, y: bar.y + sign * bar.half },
      { x: at, y: bar.y + sign * (bar.half + headLength + 2) },
    ];
  }
  const turn = x + outwards * run;
  return [
    { x, y: bar.y },
    { x: turn, y: bar.y },
    { x: turn, y: bar.y + sign * stubReach },
  ];
}

/** The line through `points` as an SVG path with rounded corners. */
export function pathThrough(points: readonly Point[], radius = 5): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let path = `M${at(first)}`;
  let from = first;
  for (const [index, corner] of rest.entries()) {
    const next = rest[index + 1];
    if (!next) {
      path += `L${at(corner)}`;
      break;
    }
    const room = Math.min(radius, distance(from, corner) / 2, distance(corner, next) / 2);
    path += `L${at(towards(corner, from, room))}Q${at(corner)} ${at(towards(corner, next, room))}`;
    from = corner;
  }
  return path;
}

/** The head of an arrow whose tip is the last of `points`, as a closed path. */
export function arrowAt(points: readonly Point[]): string {
  const [before, tip] = points.slice(-2);
  if (!before || !tip) return '';
  const length = distance(before, tip) || 1;
  const [dx, dy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const foot = { x: tip.x - dx * headLength, y: tip.y - dy * headLength };
  const side = (sign: 1 | -1): Point => ({ x: foot.x - sign * dy * headHalf, y: foot.y + sign * dx * headHalf });
  return `M${at(side(1))}L${at(tip)}L${at(side(-1))}Z`;
}

/** The parts of a line that are drawn differently. */
export interface LineParts {
  solid: Point[];
  /** The last pixels at ends that are not at the item's own bar. */
  dashed: Point[][];
}

/** The length of the dashed part of an end. */
const dashedLength = 16;

/** Cuts off the last 16 pixels at the given ends; a short line is dashed as a whole. */
export function cutEnds(points: readonly Point[], ends: { start: boolean; end: boolean }): LineParts {
  const dashed: Point[][] = [];
  let solid = [...points];
  if (ends.end) {
    const [last, rest] = cutStart(solid.toReversed());
    dashed.push(last.toReversed());
    solid = rest.toReversed();
  }
  if (ends.start) {
    const [first, rest] = cutStart(solid);
    dashed.push(first);
    solid = rest;
  }
  return { solid, dashed: dashed.filter((part) => part.length > 1) };
}

/** The first pixels of a line, and the rest. */
function cutStart(points: readonly Point[]): [Point[], Point[]] {
  let left = dashedLength;
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (!next) break;
    const length = distance(point, next);
    if (length <= left) {
      left -= length;
      continue;
    }
    const cut = towards(point, next, left);
    return [
      [...points.slice(0, index + 1), cut],
      [cut, ...points.slice(index + 1)],
    ];
  }
  return [[...points], []];
}

/** The middle of the longest vertical part of a line, or of its longest part: where there is room for a note. */
export function notePoint(points: readonly Point[]): Point {
  let best: { at: Point; length: number } | null = null;
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (!next) break;
    // Vertical parts lie between bars.
    const length = distance(point, next) * (point.x === next.x ? 1_000 : 1);
    if (!best || length > best.length) best = { at: { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }, length };
  }
  return best?.at ?? points[0] ?? { x: 0, y: 0 };
}

/** Removes duplicate points and points in the middle of a straight segment. */
function tidy(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before && before.x === point.x && before.y === point.y) return false;
    if (!before || !after) return true;
    const isOneRun =
      (before.x === point.x && point.x === after.x) ||
      (before.y === point.y && point.y === after.y && isBetween(before, point, after));
    return !isOneRun;
  });
}

function isBetween(before: Point, point: Point, after: Point): boolean {
  return (point.x - before.x) * (after.x - point.x) >= 0;
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

/** The point at distance `length` from `from` towards `to`; segments are horizontal or vertical. */
function towards(from: Point, to: Point, length: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * length, y: from.y + Math.sign(to.y - from.y) * length };
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

/** Rounded to tenths of a pixel to keep the path short. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
