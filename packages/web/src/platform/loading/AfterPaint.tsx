import type { ReactNode } from 'react';
import { useAfterPaint } from '../../ui/feedback/after-paint.ts';

/** Renders its children one frame after the rest of the page, for secondary content. */
export function AfterPaint({ children }: { children: ReactNode }) {
  return useAfterPaint() ? children : null;
}
