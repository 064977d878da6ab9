import { laneShapes } from '../../../../timeline/lanes/lane-shapes.ts';
import type { Scale } from '../../../../timeline/scale.ts';
import { dangerTone } from '../../../../timeline/tones.ts';
import type { Lane } from '../../data/lane.ts';
import { detailsWidth, ink, ink2, ink3, line, lineStrong, sunken } from './palette.ts';
import { checkMark, healthMark } from './marks.ts';
import type { LaneImageRow } from './rows.ts';
import { cutText, mixed, polygon, rule, text, type Measure, type Shape } from './shapes.ts';

/** The texts of a lane's header. */
export interface LaneTexts {
  name: (lane: Lane) => string;
  count: (count: number) => string;
  dates: (lane: Lane) => string;
  overdue: (count: number) => string;
}

interface LaneBox {
  top: number;
  rowHeight: number;
  width: number;
}

/** The ground of a header, which the lines of the timeline run over. */
export const laneGround = ({ top, rowHeight, width }: LaneBox): Shape => ({
  kind: 'rect',
  x: 0,
  y: top,
  width,
  height: rowHeight,
  fill: sunken,
});

/** Draws the header of a lane on its ground: value, count and progress in the details column, dates and health on the timeline. */
export function drawLane(
  { lane, level, isFolded }: LaneImageRow,
  texts: LaneTexts,
  { top, rowHeight, width }: LaneBox,
  scale: Scale,
  measure: Measure,
): Shape[] {
  const middle = top + rowHeight / 2;
  const shapes: Shape[] = [rule(0, top + rowHeight, width, top + rowHeight, line)];
  const x = 20 + (level - 1) * 16;
  if (lane.count > 0) shapes.push(chevron(x, middle, isFolded));
  shapes.push(...valueShapes(lane, texts, x + 14, middle, measure), ...progressShapes(lane, middle));
  const { left, health, segments } = laneShapes(lane, scale, isFolded);
  const baseline = middle + (isFolded ? 0 : 4);
  let at = detailsWidth + left + 6;
  const put = (content: string, fill: string): void => {
    shapes.push(text(at, baseline, content, 11, fill));
    at += measure(content, 11, 400) + 10;
  };
  if (lane.count > 0) put(texts.dates(lane), ink2);
  for (const { value, count } of health) {
    shapes.push(...healthMark(value, at + 5, baseline - 4));
    at += 14;
    put(texts.count(count), ink2);
  }
  if (lane.closed > 0) {
    shapes.push(...checkMark(at + 4, baseline - 4));
    at += 14;
    put(texts.count(lane.closed), ink2);
  }
  if (lane.overdue > 0) put(texts.overdue(lane.overdue), dangerTone.hex);
  for (const { left: from, width: length, opacity } of segments) {
    const fill = mixed(ink3, opacity);
    shapes.push({ kind: 'rect', x: detailsWidth + from, y: top + rowHeight - 10, width: length, height: 5, fill });
  }
  return shapes;
}

function chevron(x: number, y: number, isFolded: boolean): Shape {
  return isFolded
    ? polygon(ink2, [x + 1, y - 4], [x + 6, y], [x + 1, y + 4])
    : polygon(ink2, [x - 1, y - 2.5], [x + 7, y - 2.5], [x + 3, y + 2.5]);
}

function valueShapes(lane: Lane, texts: LaneTexts, x: number, middle: number, measure: Measure): Shape[] {
  const shapes: Shape[] = [];
  const hasDot = lane.color !== null;
  const from = hasDot ? x + 14 : x;
  const room = detailsWidth - from - 150;
  const name = cutText(texts.name(lane), room, 13, 600, measure);
  if (lane.color) shapes.push({ kind: 'rect', x, y: middle - 5, width: 10, height: 10, fill: lane.color, radius: 3 });
  shapes.push(text(from, middle + 4.5, name, 13, ink, 600));
  shapes.push(text(from + measure(name, 13, 600) + 8, middle + 4, texts.count(lane.count), 12, ink2));
  return shapes;
}

function progressShapes({ percentage }: Lane, middle: number): Shape[] {
  if (percentage === null) return [];
  const x = detailsWidth - 96;
  const bar = { kind: 'rect', x, y: middle - 2, height: 4, radius: 2 } as const;
  const shapes: Shape[] = [{ ...bar, width: 48, fill: lineStrong }];
  if (percentage > 0) shapes.push({ ...bar, width: (48 * percentage) / 100, fill: ink2 });
  shapes.push({ ...text(detailsWidth - 12, middle + 4, `${percentage}%`, 12, ink2), anchor: 'end' });
  return shapes;
}
