/** The shapes of an export image for all renderers: SVG, canvas, PDF. Lengths are pixels, y grows downwards. */
export type Shape =
  | {
      kind: 'rect';
      x: number;
      y: number;
      width: number;
      height: number;
      fill: string;
      radius?: number;
      stroke?: string;
    }
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; stroke: string; width: number }
  | { kind: 'polygon'; points: readonly (readonly [x: number, y: number])[]; fill: string }
  | { kind: 'text'; x: number; y: number; text: string; size: number; weight: 400 | 600; fill: string; anchor: Anchor };

export type Anchor = 'start' | 'middle' | 'end';

/** The width of a text in the image's font. */
export type Measure = (text: string, size: number, weight: 400 | 600) => number;

/** The fonts of an image; the first available one is used. */
export const fontFamily = "'Hanken Grotesk Variable', 'Hanken Grotesk', system-ui, 'Noto Sans', Arial, sans-serif";

/** Measures text as a browser draws it. */
export function canvasMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return estimate;
  return (text, size, weight) => {
    context.font = `${weight} ${size}px ${fontFamily}`;
    return context.measureText(text).width;
  };
}

/** Approximates the width of Latin text, where measuring is not possible. */
export const estimate: Measure = (text, size) => Array.from(text).length * size * 0.56;

const letterSegments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text truncated to `room`, with an ellipsis; empty if not even that fits. */
export function cutText(text: string, room: number, size: number, weight: 400 | 600, measure: Measure): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (measure(line, size, weight) <= room) return line;
  const letters = [...letterSegments.segment(line)];
  let [low, high] = [0, letters.length];
  const cutAt = (count: number) =>
    `${letters
      .slice(0, count)
      .map(({ segment }) => segment)
      .join('')
      .trimEnd()}…`;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(cutAt(middle), size, weight) <= room) low = middle;
    else high = middle - 1;
  }
  return low > 0 ? cutAt(low) : '';
}

/** A text that starts at `x`, on the baseline `y`. */
export function text(
  x: number,
  y: number,
  content: string,
  size: number,
  fill: string,
  weight: 400 | 600 = 400,
): Extract<Shape, { kind: 'text' }> {
  return { kind: 'text', x, y, text: content, size, weight, fill, anchor: 'start' };
}

/** A straight line. */
export function rule(x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1): Shape {
  return { kind: 'line', x1, y1, x2, y2, stroke, width };
}

/** A filled polygon. */
export function polygon(fill: string, ...points: (readonly [x: number, y: number])[]): Shape {
  return { kind: 'polygon', points, fill };
}

/** This share of the color over white. */
export function mixed(hex: string, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const over = parts.map((part) => Math.round(part * share + 255 * (1 - share)));
  return `#${over.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
