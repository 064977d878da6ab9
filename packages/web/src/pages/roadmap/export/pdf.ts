import { beginDocument, endDocument, Sheet } from './pdf-document.ts';
import type { ExportImage } from './image.ts';
import type { Measure } from './drawing/shapes.ts';
import { yieldingBetween, type Work } from './yielding.ts';

/** A3 landscape, in points: an image is scaled to it, as long as it stays readable. */
const paperWidth = 1190.55;
const leastScale = 0.6;
const paperRatio = Math.SQRT2;
const footHeight = 34;

export interface PdfTexts {
  title: string;
  page: (page: number, pages: number) => string;
}

/**
 * The image as PDF on as many pages as needed, with the header on each. Text is real text; text that the built-in font has no
 * glyphs for is drawn by the browser, which supports every script, with the same text invisible above it for search and copy.
 */
export async function pdfOf(draw: (measure: Measure) => ExportImage, texts: PdfTexts, work: Work): Promise<Blob> {
  const { document, ink } = await beginDocument(texts.title);
  const image = draw((text, size, weight) => ink.measure(text, size, weight));
  const { width, headHeight, tops } = image;
  const scale = Math.max(leastScale, Math.min(1, paperWidth / width));
  const height = width / paperRatio;
  const pages = pagesOf(image, height - headHeight - footHeight);
  const begin = async (index: number): Promise<Sheet> => {
    const page = document.addPage([width * scale, height * scale]);
    const next = new Sheet(page, ink, height, scale);
    const { from, to } = pages[index] ?? { from: 0, to: 0 };
    await next.draw([...image.ground(headHeight, from, to), ...image.head()]);
    const foot = { kind: 'text', size: 11, weight: 400, fill: '#656158', anchor: 'end' } as const;
    await next.draw([{ ...foot, x: width - 20, y: height - 14, text: texts.page(index + 1, pages.length) }]);
    return next;
  };
  let sheet = await begin(0);
  let pageIndex = 0;
  await yieldingBetween(tops.length - 1, work, async (index) => {
    if (index === pages[pageIndex]?.to) {
      sheet.end();
      pageIndex += 1;
      sheet = await begin(pageIndex);
    }
    const from = pages[pageIndex]?.from ?? 0;
    await sheet.draw(image.row(index, headHeight + (tops[index] ?? 0) - (tops[from] ?? 0)));
  });
  sheet.end();
  return endDocument({ document, ink }, work);
}

/** The rows of each page that is `room` high: `from` to before `to`. A header is not left at the end of a page. */
export function pagesOf({ tops, isHeader }: Pick<ExportImage, 'tops' | 'isHeader'>, room: number): PageOfRows[] {
  const count = tops.length - 1;
  const pages: PageOfRows[] = [];
  let from = 0;
  do {
    const start = tops[from] ?? 0;
    let to = from;
    while (to < count && (tops[to + 1] ?? 0) - start <= room) to += 1;
    if (to < count) while (to - 1 > from && isHeader(to - 1)) to -= 1;
    to = Math.max(to, Math.min(from + 1, count));
    pages.push({ from, to });
    from = to;
  } while (from < count);
  return pages;
}

interface PageOfRows {
  from: number;
  to: number;
}
