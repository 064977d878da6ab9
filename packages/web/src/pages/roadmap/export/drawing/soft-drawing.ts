import { hatchHeight } from '../../../../timeline/bar-look.ts';
import type { BarDrawing } from '../../../../timeline/row-shapes.ts';
import type { SoftBar } from '../../../../timeline/soft-bar.ts';
import { dangerTone } from '../../../../timeline/tones.ts';
import { detailsWidth, ink, ink2, ink3 } from './palette.ts';
import { checkMark, hatch, healthMark, lateMark, lateMarkWidth } from './marks.ts';
import { cutText, mixed, rule, text, type Measure, type Shape } from './shapes.ts';

const edgeWidth = 3;

/** Draws a soft bar as styles draw it in the light theme: tint, closed share, health edge, mark, hatch and notes. */
export function drawSoftBar(
  bar: BarDrawing,
  soft: SoftBar,
  { top, rowHeight, height }: { top: number; rowHeight: number; height: number },
  measure: Measure,
): Shape[] {
  const x = detailsWidth + bar.left;
  const y = top + (rowHeight - height) / 2;
  const width = Math.max(bar.width - 1, 10);
  const middle = y + height / 2;
  const box: Box = { x, y, width, height };
  const shapes: Shape[] = fillShapes(bar, box, soft);
  if (bar.startEnd !== 'none') {
    shapes.push({ kind: 'rect', x, y, width: edgeWidth, height, fill: soft.edge.hex });
  }
  if (bar.startEnd === 'clipped') {
    shapes.push(rule(x + 12, middle - 4, x + 8, middle, ink2, 1.5), rule(x + 8, middle, x + 12, middle + 4, ink2, 1.5));
  }
  const markAt = x + (bar.startEnd === 'clipped' ? 24 : 12);
  shapes.push(...markShapes(soft, markAt, middle));
  if (bar.title !== null) {
    const from = soft.mark ? markAt + 10 : x + 10;
    const title = cutText(bar.title, x + width - from - 8 - (bar.shareText ? 36 : 0), 11, 400, measure);
    if (title) shapes.push(text(from, middle + 4, title, 11, soft.isClosed ? ink3 : ink));
  }
  if (bar.shareText !== null)
    shapes.push({ ...text(x + width - 8, middle + 4, bar.shareText, 11, ink), anchor: 'end' });
  return [...shapes, ...lateShapes(soft, y, height), ...noteShapes(soft, bar, middle, measure)];
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The share of the color in the fill. */
const fillShare = ({ isClosed }: SoftBar): number => (isClosed ? 0.13 : 0.17);

function fillShapes(bar: BarDrawing, box: Box, soft: SoftBar): Shape[] {
  const tint = (share: number) => mixed(soft.tone.hex, share);
  if (bar.startEnd === 'none' || bar.dueEnd === 'none') return fading(bar, box, soft);
  const fill = tint(fillShare(soft));
  const shapes: Shape[] = [{ kind: 'rect', ...box, fill, radius: 4, stroke: tint(0.34) }];
  if (bar.share)
    shapes.push({ kind: 'rect', ...box, width: (box.width * bar.share) / 100, fill: tint(0.4), radius: 3 });
  return shapes;
}

/** Strips that get lighter towards the open end. */
function fading(bar: BarDrawing, { x, y, width, height }: Box, soft: SoftBar): Shape[] {
  const steps = 12;
  const step = width / steps;
  return Array.from({ length: steps }, (_each, index) => {
    const left = bar.dueEnd === 'none' ? steps - index : index + 1;
    const fill = mixed(soft.tone.hex, (fillShare(soft) * left) / steps);
    return { kind: 'rect', x: x + index * step, y, width: step + 0.2, height, fill } as const;
  });
}

function markShapes({ mark }: SoftBar, x: number, y: number): Shape[] {
  switch (mark) {
    case 'needsAttention':
      return healthMark('needs_attention', x, y);
    case 'atRisk':
      return healthMark('at_risk', x, y);
    case 'closed':
      return checkMark(x, y);
    default:
      return [];
  }
}

function lateShapes({ late }: SoftBar, y: number, height: number): Shape[] {
  if (!late) return [];
  const drawn = hatchHeight(late.width) ?? height;
  return hatch(detailsWidth + late.left, y + (height - drawn) / 2, late.width, drawn);
}

function noteShapes({ notes, late }: SoftBar, bar: BarDrawing, middle: number, measure: Measure): Shape[] {
  if (!notes) return [];
  const from = detailsWidth + notes.left;
  let x = from;
  const texts = notes.texts.flatMap(({ kind, text: content }) => {
    const weight = kind === 'share' ? 400 : 600;
    const color = kind === 'share' ? ink2 : kind === 'drift' ? ink : dangerTone.hex;
    const marks = kind === 'lateDrift' ? [lateMark(x, middle)] : [];
    if (marks.length > 0) x += lateMarkWidth;
    const shape = text(x, middle + 4, content, 11, color, weight);
    x += measure(content, 11, weight) + 6;
    return [...marks, shape];
  });
  const end = late ? late.left + late.width : bar.left + bar.width;
  if (notes.left > end) return texts;
  // At the end of the timeline they stand on the bar, and need a ground of their own.
  return [
    { kind: 'rect', x: from - 4, y: middle - 8, width: x - from + 2, height: 16, fill: '#ffffff', radius: 3 },
    ...texts,
  ];
}
