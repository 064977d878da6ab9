import { TooTallError } from './errors.ts';
import type { Picture } from './picture.ts';
import { fontFamily, type Shape } from './shapes.ts';
import { inTurns, type Work } from './turns.ts';

/** What browsers hold in one canvas: pixels along one side, and in all. */
const mostSide = 16_384;
const mostPixels = 120_000_000;

/** The picture as PNG, twice as fine as on screen where that fits. Throws TooTallError. */
export async function pngOf(picture: Picture, work: Work): Promise<Blob> {
  const { width, headHeight, rowHeight, rowCount } = picture;
  const height = headHeight + rowHeight * rowCount + 16;
  const scale = [2, 1].find((each) => height * each <= mostSide && width * height * each * each <= mostPixels);
  if (scale === undefined) {
    throw new TooTallError(Math.floor((Math.min(mostSide, mostPixels / width) - headHeight - 16) / rowHeight));
  }
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.scale(scale, scale);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  for (const shape of [...picture.ground(headHeight, rowHeight * rowCount), ...picture.head()]) paint(context, shape);
  await inTurns(rowCount, work, (index) => {
    for (const shape of picture.row(index, headHeight + index * rowHeight)) paint(context, shape);
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png');
  });
}

/** Draws one shape; texts in whatever faces the browser has for their letters. */
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
