import { foldedTest, parseFolded } from '@milepost/core/roadmap/lanes/folded';
import type { ImageFormat } from '../views/task.ts';
import { exportImageOf } from './image.ts';
import { loadDrawing } from './load-drawing.ts';
import type { SlidesWanted } from './slide-facts.ts';
import { pageOfPages } from './messages.ts';
import { canvasMeasure } from './drawing/shapes.ts';
import type { Work } from './yielding.ts';

export interface FileWanted extends SlidesWanted {
  format: ImageFormat;
}

export interface FileWork {
  signal: AbortSignal;
  onProgress: (step: 'loading' | 'drawing', share: number) => void;
}

/** Loads all matching epics and draws them. Throws TooManyRowsError, TooManySlidesError, TooTallError, or an AbortError when canceled. */
export async function makeFile(wanted: FileWanted, { signal, onProgress }: FileWork): Promise<Blob> {
  const { formatMessage } = wanted.intl;
  const loading = { signal, onProgress: (share: number) => onProgress('loading', share) };
  const work: Work = { signal, onProgress: (share) => onProgress('drawing', share) };
  if (wanted.format === 'slides') {
    const [{ slidesPdfOf }, { loadSlides }] = await Promise.all([import('./slides.ts'), import('./slide-facts.ts')]);
    return slidesPdfOf(await loadSlides(wanted, loading), work);
  }
  const facts = await loadDrawing(wanted, foldedTest(parseFolded(wanted.settings.folded)), loading);
  switch (wanted.format) {
    case 'svg': {
      const { svgOf } = await import('./svg.ts');
      const text = await svgOf(exportImageOf(facts, canvasMeasure()), facts.title, work);
      return new Blob([text], { type: 'image/svg+xml' });
    }
    case 'png': {
      const { pngOf } = await import('./png.ts');
      return pngOf(exportImageOf(facts, canvasMeasure()), work);
    }
    default: {
      const { pdfOf } = await import('./pdf.ts');
      const page = (index: number, pages: number) => formatMessage(pageOfPages, { page: index, pages });
      return pdfOf((measure) => exportImageOf(facts, measure), { title: facts.title, page }, work);
    }
  }
}
