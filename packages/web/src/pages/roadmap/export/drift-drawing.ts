import type { EpicDates } from '@milepost/core/roadmap/snapshots';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { driftShapes } from '../../../timeline/drift-shapes.ts';
import type { BarDrawing } from '../../../timeline/row-shapes.ts';
import type { Scale } from '../../../timeline/scale.ts';
import { detailsWidth, ink, ink3 } from './palette.ts';
import type { EpicImageRow } from './rows.ts';
import { text, type Measure, type Shape } from './shapes.ts';

/** Draws where a snapshot had the epic (null: it lacks the epic), and how far its end moved. */
export function drawDrift(
  { epic }: EpicImageRow,
  before: EpicDates | null,
  bar: BarDrawing,
  { top, rowHeight, barHeight }: { top: number; rowHeight: number; barHeight: number },
  timeframe: Timeframe,
  scale: Scale,
  measure: Measure,
): Shape[] {
  const { ghost, text: drift, textLeft } = driftShapes(before, epic.span, timeframe, scale);
  const shapes: Shape[] = [];
  const middle = top + rowHeight / 2;
  if (ghost) {
    const width = Math.max(ghost.width - 1, 3);
    const y = middle + barHeight / 2 + 1.5;
    shapes.push({ kind: 'rect', x: detailsWidth + ghost.left, y, width, height: 3, fill: ink3, radius: 1.5 });
  }
  if (drift !== '') {
    const width = measure(drift, 11, 600);
    const left = Math.min(Math.max(textLeft, notesEnd(bar, measure)), scale.width - width);
    shapes.push({
      kind: 'rect',
      x: detailsWidth + left - 2,
      y: middle - 7,
      width: width + 4,
      height: 14,
      fill: '#ffffff',
    });
    shapes.push(text(detailsWidth + left, middle + 4, drift, 11, ink, 600));
  }
  return shapes;
}

/** Behind the notes of a soft bar, which stand after the bar as well. */
function notesEnd({ soft }: BarDrawing, measure: Measure): number {
  if (!soft?.notes) return 0;
  return soft.notes.texts.reduce((end, note) => end + measure(note.text, 11, 600) + 6, soft.notes.left);
}
