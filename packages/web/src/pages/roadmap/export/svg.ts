import type { ExportImage } from './image.ts';
import { fontFamily, type Shape } from './drawing/shapes.ts';
import { yieldingBetween, type Work } from './yielding.ts';

/** The image as one SVG document, as high as its rows. */
export async function svgOf(image: ExportImage, title: string, work: Work): Promise<string> {
  const { width, headHeight, tops } = image;
  const bodyHeight = tops.at(-1) ?? 0;
  const height = headHeight + bodyHeight + 16;
  const parts = [
    `<?xml version="1.0" encoding="UTF-8"?>\n`,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` role="img" font-family="${escape(fontFamily)}">\n<title>${escape(title)}</title>\n`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>\n`,
    ...image.ground(headHeight, 0, tops.length - 1).map(svgShape),
    ...image.head().map(svgShape),
  ];
  await yieldingBetween(tops.length - 1, work, (index) => {
    for (const shape of image.row(index, headHeight + (tops[index] ?? 0))) parts.push(svgShape(shape));
  });
  parts.push('</svg>\n');
  return parts.join('');
}

/** One shape as markup, its texts escaped. */
export function svgShape(shape: Shape): string {
  switch (shape.kind) {
    case 'rect': {
      const edges = `${shape.radius ? ` rx="${shape.radius}"` : ''}${shape.stroke ? ` stroke="${escape(shape.stroke)}"` : ''}`;
      return `<rect x="${at(shape.x)}" y="${at(shape.y)}" width="${at(shape.width)}" height="${at(shape.height)}" fill="${escape(shape.fill)}"${edges}/>\n`;
    }
    case 'line':
      return `<line x1="${at(shape.x1)}" y1="${at(shape.y1)}" x2="${at(shape.x2)}" y2="${at(shape.y2)}" stroke="${escape(shape.stroke)}" stroke-width="${shape.width}"/>\n`;
    case 'polygon':
      return `<polygon points="${shape.points.map((point) => point.map(at).join(',')).join(' ')}" fill="${escape(shape.fill)}"/>\n`;
    default:
      return `<text x="${at(shape.x)}" y="${at(shape.y)}" font-size="${shape.size}"${shape.weight === 600 ? ' font-weight="600"' : ''}${shape.anchor === 'start' ? '' : ` text-anchor="${shape.anchor}"`} fill="${escape(shape.fill)}">${escape(shape.text)}</text>\n`;
  }
}

/** Two decimals are exact enough. */
function at(length: number): number {
  return Math.round(length * 100) / 100;
}

/** Escapes text for XML, and drops characters that XML does not allow. */
function escape(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
