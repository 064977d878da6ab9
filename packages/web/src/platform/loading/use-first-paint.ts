import { useLayoutEffect } from 'react';
import { endFirstPaint } from './first-paint.ts';

/** Runs code that replaces the first paint: it is removed before the browser paints the component. */
export function useEndsFirstPaint(isThere = true): void {
  useLayoutEffect(() => {
    if (isThere) endFirstPaint();
  }, [isThere]);
}
