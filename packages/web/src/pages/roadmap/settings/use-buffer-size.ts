import { useEffect, useState } from 'react';
import type { RowKind } from '@milepost/core/roadmap/appearance';
import { bufferSizeOf } from '@milepost/core/roadmap/viewport';
import { metricsAt } from '../../../timeline/metrics.ts';
import { useAfterPaint } from '../../../ui/feedback/after-paint.ts';

/** The height of the page above and below the list: top bar, toolbar, header, status line and, on a phone, the navigation. */
const PAGE_AROUND = { wide: 48 + 56 + 52 + 40, phone: 52 + 62 + 52 + 49 + 60 } as const;
/** Debounced like the timeline while the window is being resized. */
const RESIZE_DEBOUNCE_MS = 400;

/** The number of rows that fit the window: 0 before the first paint, measured again after a resize. */
export function useBufferSize(rows: RowKind): number {
  const isPainted = useAfterPaint();
  const [size, setSize] = useState(windowSize);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setSize(windowSize), RESIZE_DEBOUNCE_MS);
    };
    window.addEventListener('resize', onResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, []);
  if (!isPainted) return 0;
  const { isPhone, rowHeight } = metricsAt(size.width, rows);
  return bufferSizeOf(size.height, rowHeight, isPhone ? PAGE_AROUND.phone : PAGE_AROUND.wide);
}

function windowSize(): { width: number; height: number } {
  return { width: window.innerWidth, height: window.innerHeight };
}
