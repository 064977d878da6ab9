import { useLayoutEffect } from 'react';
import { leavePicture } from './first-paint.ts';

/** For what takes the place of the first picture: that goes before the browser paints what the component drew. */
export function useLeavesPicture(isThere = true): void {
  useLayoutEffect(() => {
    if (isThere) leavePicture();
  }, [isThere]);
}
