import type { ReactNode } from 'react';
import { useAfterPaint } from '../../ui/feedback/after-paint.ts';

/** Draws what is in it one frame after what stands around it: for all that nobody comes for first. */
export function AfterPaint({ children }: { children: ReactNode }) {
  return useAfterPaint() ? children : null;
}
