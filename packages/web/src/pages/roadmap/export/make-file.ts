import type { Day } from '@milepost/core/days';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { foldedLanes } from '../data/folded.ts';
import type { ImageFormat } from '../views/task.ts';
import { loadDrawing, type DrawingWanted } from './load-drawing.ts';
import { exportImageOf } from './image.ts';
import { pageOfPages } from './messages.ts';
import type { SlideSummary } from './slide-facts.ts';
import { canvasMeasure } from './shapes.ts';
import type { Work } from './yielding.ts';

export interface FileWanted extends DrawingWanted {
  format: ImageFormat;
  /** The name of the saved view that the page shows. */
  view: string | null;
  /** The counts above the roadmap. */
  summary: (timeframe: Timeframe, today: Day) => Promise<SlideSummary | null>;
}

export interface FileWork {
  signal: AbortSignal;
  onProgress: (step: 'loading' | 'drawing', share: number) => void;
}

/** Loads all matching epics and draws them. Throws TooManyRowsError, TooManySlidesError, TooTallError, or an AbortError when canceled. */
export async function makeFile(wanted: FileWanted, { signal, onProgress }: FileWork): Promise<Blob> {
  const { formatMessage } = wanted.intl;
  const isSlides = wanted.format === 'slides';
  // Slides have compact rows, and show their lanes whether they are folded or not.
  const settings = isSlides
    ? ({ ...wanted.settings, density: 'COMPACT', isShowingLabels: false } as const)
    : wanted.settings;
  const folded = new Set(isSlides ? [] : foldedLanes.get()[wanted.fullPath]);
  const loading = { signal, onProgress: (share: number) => onProgress('loading', share) };
  const facts = await loadDrawing({ ...wanted, settings }, folded, loading);
  const work: Work = { signal, onProgress: (share) => onProgress('drawing', share) };
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
    case 'slides': {
      const [{ slidesPdfOf }, { slideFactsOf }] = await Promise.all([
        import('./slides.ts'),
        import('./slide-facts.ts'),
      ]);
      const texts = {
        group: wanted.name,
        view: wanted.view,
        summary: await wanted.summary(facts.timeframe, facts.today),
      };
      return slidesPdfOf(slideFactsOf(facts, wanted.settings, texts, wanted.intl), work);
    }
    default: {
      const { pdfOf } = await import('./pdf.ts');
      const page = (index: number, pages: number) => formatMessage(pageOfPages, { page: index, pages });
      return pdfOf((measure) => exportImageOf(facts, measure), { title: facts.title, page }, work);
    }
  }
}
