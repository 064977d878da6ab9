import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { driftShapes, type DatesThen } from '../../../../timeline/drift-shapes.ts';
import type { BarDrawing } from '../../../../timeline/row-shapes.ts';
import type { Scale } from '../../../../timeline/scale.ts';
import { dangerTone } from '../../../../timeline/tones.ts';
import { lateMark, lateMarkWidth } from './marks.ts';
import { detailsWidth, ink, ink3 } from './palette.ts';
import type { EpicImageRow } from './rows.ts';
import { text, type Measure, type Shape } from './shapes.ts';

/** Draws where a snapshot had the epic (null: it lacks the epic), and how far its end moved. */
export function drawDrift(
  { epic }: EpicImageRow,
  before: DatesThen | null,
  bar: BarDrawing,
  { top, rowHeight, barHeight }: { top: number; rowHeight: number; barHeight: number },
  timeframe: Timeframe,
  scale: Scale,
  measure: Measure,
): Shape[] {
  const { ghost, text: drift, isLate, textLeft } = driftShapes(before, epic.span, timeframe, scale);
  const shapes: Shape[] = [];
  const middle = top + rowHeight / 2;
  if (ghost) {
    shapes.push(ghostBar(ghost, middle + barHeight / 2 + 1.5));
  }
  if (drift !== '' && !hasDriftNote(bar)) {
    const mark = isLate ? lateMarkWidth : 0;
    const width = mark + measure(drift, 11, 600);
    const left = Math.min(textLeft, scale.width - width);
    shapes.push({
      kind: 'rect',
      x: detailsWidth + left - 2,
      y: middle - 7,
      width: width + 4,
      height: 14,
      fill: '#ffffff',
    });
    if (isLate) shapes.push(lateMark(detailsWidth + left, middle));
    shapes.push(text(detailsWidth + left + mark, middle + 4, drift, 11, isLate ? dangerTone.hex : ink, 600));
  }
  return shapes;
}

/** Where the snapshot had a bar. */
export function ghostBar(ghost: { left: number; width: number }, y: number): Shape {
  const width = Math.max(ghost.width - 1, 3);
  return { kind: 'rect', x: detailsWidth + ghost.left, y, width, height: 3, fill: ink3, radius: 1.5 };
}

/** The notes of a soft bar have the drift. */
const hasDriftNote = ({ soft }: BarDrawing): boolean =>
  soft?.notes?.texts.some(({ kind }) => kind === 'drift' || kind === 'lateDrift') ?? false;
