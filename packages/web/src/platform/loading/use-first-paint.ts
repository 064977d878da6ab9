import { useLayoutEffect } from 'react';
import { endFirstPaint } from './first-paint.ts';

/** For what takes the place of the first firstPaint: that goes before the browser paints what the component drew. */
export function useEndsFirstPaint(isThere = true): void {
  useLayoutEffect(() => {
    if (isThere) endFirstPaint();
  }, [isThere]);
}
