import { lazy, Suspense } from 'react';
import { isSoft } from '@milepost/core/roadmap/appearance';
import type { LegendProps } from './Legend.tsx';

const Legend = lazy(() => import('./Legend.tsx').then((module) => ({ default: module.Legend })));

/** The legend, where bars have soft fills: solid ones have no color but their own. */
export function LegendSpace(props: LegendProps) {
  if (!isSoft(props.settings)) return null;
  return (
    <Suspense fallback={null}>
      <Legend {...props} />
    </Suspense>
  );
}
