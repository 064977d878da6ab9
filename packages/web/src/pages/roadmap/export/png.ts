import { TooTallError } from './errors.ts';
import type { ExportImage } from './image.ts';
import { fontFamily, type Shape } from './drawing/shapes.ts';
import { yieldingBetween, type Work } from './yielding.ts';

/** The canvas limits of browsers: pixels along one side, and in total. */
const MAX_SIDE_PX = 16_384;
const mostPixels = 120_000_000;

/**
 * The scale of the canvas: two if it fits. An image that is too wide is scaled down, because columns cannot be removed. Throws
 * TooTallError, because rows can be filtered out.
 */
export function pngScale({ width, headHeight, tops }: Pick<ExportImage, 'width' | 'headHeight' | 'tops'>): number {
  const height = headHeight + (tops.at(-1) ?? 0) + 16;
  const least = Math.min(1, MAX_SIDE_PX / width);
  const scale = [Math.min(2, MAX_SIDE_PX / width), least].find(
    (each) => height * each <= MAX_SIDE_PX && width * height * each * each <= mostPixels,
  );
  if (scale !== undefined) return scale;
  const highest = Math.min(MAX_SIDE_PX / least, mostPixels / (width * least * least));
  const room = highest - headHeight - 16;
  // Of the rows, not of where they begin.
  throw new TooTallError(Math.max(0, tops.findIndex((top) => top > room) - 1));
}

/** The image as PNG, at double resolution where that fits. Throws TooTallError. */
export async function pngOf(image: ExportImage, work: Work): Promise<Blob> {
  const { width, headHeight, tops } = image;
  const bodyHeight = tops.at(-1) ?? 0;
  const height = headHeight + bodyHeight + 16;
  const scale = pngScale(image);
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw images');
  context.scale(scale, scale);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  for (const shape of [...image.ground(headHeight, 0, tops.length - 1), ...image.head()]) paint(context, shape);
  await yieldingBetween(tops.length - 1, work, (index) => {
    for (const shape of image.row(index, headHeight + (tops[index] ?? 0))) paint(context, shape);
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be made'))), 'image/png');
  });
}

/** Draws one shape; texts in the browser's fonts. */
function paint(context: CanvasRenderingContext2D, shape: Shape): void {
  context.beginPath();
  switch (shape.kind) {
    case 'rect':
      context.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius ?? 0);
      context.fillStyle = shape.fill;
      context.fill();
      if (shape.stroke) {
        context.strokeStyle = shape.stroke;
        context.lineWidth = 1;
        context.stroke();
      }
      break;
    case 'line':
      context.moveTo(shape.x1, shape.y1);
      context.lineTo(shape.x2, shape.y2);
      context.strokeStyle = shape.stroke;
      context.lineWidth = shape.width;
      context.stroke();
      break;
    case 'polygon':
      for (const [x, y] of shape.points) context.lineTo(x, y);
      context.closePath();
      context.fillStyle = shape.fill;
      context.fill();
      break;
    default:
      context.font = `${shape.weight} ${shape.size}px ${fontFamily}`;
      context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
      context.fillStyle = shape.fill;
      context.fillText(shape.text, shape.x, shape.y);
  }
}
