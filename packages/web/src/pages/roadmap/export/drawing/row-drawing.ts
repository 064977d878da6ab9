import { isDarkInk } from '../../../../timeline/ink.ts';
import type { BarDrawing, RowShapes } from '../../../../timeline/row-shapes.ts';
import { detailsWidth, ink, ink2, ink3, line, lineStrong } from './palette.ts';
import { drawSoftBar } from './soft-drawing.ts';
import { ghostBar } from './drift-drawing.ts';
import { signalMark, signalMarkWidth, type SignalName } from './marks.ts';
import { cutText, rule, text, type Measure, type Shape } from './shapes.ts';

/** The position of a row, in pixels. */
interface RowBox {
  top: number;
  rowHeight: number;
  width: number;
  isCompact: boolean;
  /** Levels of lanes above it. */
  depth: number;
}

/** What stands at the right of the details: what the lane does not say, and the marks of signals. */
export interface RowNotes {
  texts: readonly string[];
  signals: readonly SignalName[];
}

/** Draws a row of an exported image. `level`: deeper rows have lower bars. */
export function drawRow(row: RowShapes, level: number, box: RowBox, notes: RowNotes, measure: Measure): Shape[] {
  const { top, rowHeight, width, isCompact, depth } = box;
  const { indent, title, timeframe, group, labels, bar } = row;
  const x = 20 + (indent - 1 + depth) * 16;
  const room = detailsWidth - x - 12;
  const when = [timeframe, group?.name].filter(Boolean).join(' · ');
  const baseline = top + (isCompact ? rowHeight / 2 + 5 : 17);
  const marks = noteShapes(notes, baseline, measure);
  const name = cutText(title.text, room - marks.width, 13, 600, measure);
  return [
    text(x, baseline, name, 13, title.isClosed ? ink3 : ink, 600),
    ...marks.shapes,
    ...(isCompact ? [] : [text(x, top + 32, cutText(when, room, 11, 400, measure), 11, ink2)]),
    rule(0, top + rowHeight, width, top + rowHeight, line),
    ...(labels ? drawLabels(labels, x, top + 38, room, measure) : []),
    ...(bar.soft
      ? drawSoftBar(bar, bar.soft, { ...box, height: barHeightOf(true, level, box) }, measure)
      : drawBar(bar, level, box, measure)),
  ];
}

function noteShapes({ texts, signals }: RowNotes, baseline: number, measure: Measure) {
  const shapes: Shape[] = [];
  let right = detailsWidth - 12;
  for (const name of signals.toReversed()) {
    shapes.push(...signalMark(name, right - 6, baseline - 4.5));
    right -= signalMarkWidth;
  }
  for (const content of texts.toReversed()) {
    shapes.push({ ...text(right, baseline, content, 10, ink2), anchor: 'end' });
    right -= measure(content, 10, 400) + 8;
  }
  return { shapes, width: detailsWidth - 12 - right };
}

/** Draws an epic that was removed since the compared snapshot: its title, and where its bar was. */
export function drawRemoved(
  title: string,
  ghost: { left: number; width: number } | null,
  word: string,
  { top, rowHeight, width, depth }: RowBox,
  measure: Measure,
): Shape[] {
  const middle = top + rowHeight / 2;
  const x = 20 + depth * 16;
  const at = detailsWidth + (ghost ? ghost.left + ghost.width + 6 : 6);
  return [
    text(x, middle + 5, cutText(title, detailsWidth - x - 12, 13, 600, measure), 13, ink3, 600),
    rule(0, top + rowHeight, width, top + rowHeight, line),
    ...(ghost ? [ghostBar(ghost, middle - 1.5)] : []),
    text(Math.min(at, width - 24 - measure(word, 11, 600)), middle + 4, word, 11, ink, 600),
  ];
}

function drawLabels(
  labels: NonNullable<RowShapes['labels']>,
  from: number,
  y: number,
  room: number,
  measure: Measure,
): Shape[] {
  const shapes: Shape[] = [];
  let x = from;
  for (const [index, label] of labels.entries()) {
    const name = cutText(label.title, 140, 10, 400, measure);
    const width = measure(name, 10, 400) + 20;
    if (x + width > from + room - (index + 1 < labels.length ? 28 : 0)) {
      shapes.push(text(x, y + 11, `+${labels.length - index}`, 10, ink2));
      break;
    }
    shapes.push({ kind: 'rect', x, y, width, height: 15, fill: '#ffffff', radius: 7, stroke: lineStrong });
    shapes.push({ kind: 'rect', x: x + 5, y: y + 4.5, width: 6, height: 6, fill: label.color, radius: 3 });
    shapes.push(text(x + 14, y + 11, name, 10, ink2));
    x += width + 4;
  }
  return shapes;
}

/** The height of the bar in a row; deeper rows have lower ones, unless they are soft. */
export function barHeightOf(
  isSoft: boolean,
  level: number,
  { rowHeight, isCompact }: Pick<RowBox, 'rowHeight' | 'isCompact'>,
): number {
  if (isSoft) return isCompact ? Math.min(rowHeight - 10, 18) : 24;
  return { 1: 26, 2: 22 }[level] ?? 18;
}

function drawBar(bar: BarDrawing, level: number, box: RowBox, measure: Measure): Shape[] {
  const { top, rowHeight } = box;
  const height = barHeightOf(false, level, box);
  const x = detailsWidth + bar.left;
  const y = top + (rowHeight - height) / 2;
  const width = Math.max(bar.width, 2);
  const shapes: Shape[] = [{ kind: 'rect', x, y, width, height, fill: bar.color, radius: 4 }];
  let room = width - 16;
  if (bar.share !== null && bar.shareText !== null) {
    const done = (width * bar.share) / 100;
    const shade = isDarkInk(bar.textColor) ? mixed(bar.color, 255) : mixed(bar.color, 0);
    if (done > 0) shapes.push({ kind: 'rect', x, y, width: done, height, fill: shade, radius: 4 });
    room -= measure(bar.shareText, 11, 400) + 8;
    shapes.push({ ...text(x + width - 8, y + height / 2 + 4, bar.shareText, 11, bar.textColor), anchor: 'end' });
  }
  const title = bar.title === null ? '' : cutText(bar.title, room, 11, 400, measure);
  if (title) shapes.push(text(x + 8, y + height / 2 + 4, title, 11, bar.textColor));
  const middle = y + height / 2;
  if (bar.startEnd === 'clipped') shapes.push(arrow(x + 1, middle, -1, bar.textColor));
  if (bar.dueEnd === 'clipped') shapes.push(arrow(x + width - 1, middle, 1, bar.textColor));
  // A missing date: the end fades into strokes.
  if (bar.startEnd === 'none') shapes.push(...fading(x, y, height, 1, width));
  if (bar.dueEnd === 'none') shapes.push(...fading(x + width, y, height, -1, width));
  return shapes;
}

function arrow(x: number, y: number, to: 1 | -1, fill: string): Shape {
  return {
    kind: 'polygon',
    points: [
      [x, y],
      [x - to * 5, y - 4],
      [x - to * 5, y + 4],
    ],
    fill,
  };
}

function fading(x: number, y: number, height: number, inwards: 1 | -1, width: number): Shape[] {
  return [0, 1, 2]
    .filter((index) => (index + 1) * 9 < width)
    .map((index) => {
      const stroke = 5 - index * 1.5;
      const at = x + inwards * index * 9;
      return { kind: 'rect', x: inwards === 1 ? at : at - stroke, y, width: stroke, height, fill: '#ffffff' };
    });
}

/** The color mixed with 22 percent black (0) or white (255): the completed share. */
function mixed(color: string, other: 0 | 255): string {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  if (!hex) return color;
  const parts = hex.slice(1).map((part) => Math.round(Number.parseInt(part, 16) * 0.78 + other * 0.22));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
