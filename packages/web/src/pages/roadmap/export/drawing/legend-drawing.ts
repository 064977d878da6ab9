import type { Tone } from '../../../../timeline/tones.ts';
import type { LegendSign } from '../../colors/legend-contents.ts';
import { checkMark, hatch, signalMark, type SignalName } from './marks.ts';
import { ink2, ink3 } from './palette.ts';
import { mixed, text, type Measure, type Shape } from './shapes.ts';

/** An entry of the legend: a class of the chosen color, a sign, or the mark of a signal. */
export type LegendEntry =
  | { name: string; tone: Tone; hasEdge: boolean }
  | { name: string; sign: LegendSign }
  | { name: string; signal: SignalName };

const SWATCH = { width: 18, height: 11 } as const;

/** Draws the legend in one line from `x`, on the baseline `y`; what does not fit into `room` goes into further lines. */
export function drawLegend(
  entries: readonly LegendEntry[],
  { x, y, room }: { x: number; y: number; room: number },
  measure: Measure,
): Shape[] {
  return placed(entries, room, measure).flatMap(({ entry, left, row }) => {
    const baseline = y + row * LEGEND_LINE;
    return [
      ...swatch(entry, x + left, baseline - SWATCH.height + 1),
      text(x + left + SWATCH.width + 6, baseline, entry.name, 11, ink2),
    ];
  });
}

const LEGEND_LINE = 18;

/** The height of a legend in this room. */
export function legendHeight(entries: readonly LegendEntry[], room: number, measure: Measure): number {
  const last = placed(entries, room, measure).at(-1);
  return last ? (last.row + 1) * LEGEND_LINE + 6 : 0;
}

function placed(entries: readonly LegendEntry[], room: number, measure: Measure) {
  let left = 0;
  let row = 0;
  return entries.map((entry) => {
    const width = SWATCH.width + 6 + measure(entry.name, 11, 400);
    if (left > 0 && left + width > room) {
      left = 0;
      row += 1;
    }
    const place = { entry, left, row };
    left += width + 18;
    return place;
  });
}

function swatch(entry: LegendEntry, x: number, y: number): Shape[] {
  const { width, height } = SWATCH;
  const box = { kind: 'rect', x, y, width, height } as const;
  if ('signal' in entry) return signalMark(entry.signal, x + width / 2, y + height / 2);
  if (!('sign' in entry)) {
    const { hex } = entry.tone;
    const fill: Shape = { ...box, fill: mixed(hex, 0.34), radius: 3, stroke: mixed(hex, 0.6) };
    return entry.hasEdge ? [fill, { ...box, width: 3, fill: hex }] : [fill];
  }
  switch (entry.sign) {
    case 'overdue':
      return hatch(x, y, width, height);
    case 'noEnd':
      return Array.from({ length: 6 }, (_each, index) => ({
        ...box,
        x: x + index * 3,
        width: 3.1,
        fill: mixed(ink3, 0.4 * (1 - index / 6)),
      }));
    case 'closed':
      return checkMark(x + width / 2, y + height / 2);
    default:
      return [{ ...box, y: y + height / 2 - 1.5, height: 3, fill: ink3, radius: 1.5 }];
  }
}
