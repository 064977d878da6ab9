import { lazy } from 'react';
import { isSoft } from '@milepost/core/roadmap/appearance';
import type { LegendProps } from './Legend.tsx';

const Legend = lazy(() => import('./Legend.tsx').then((module) => ({ default: module.Legend })));

/** The legend, where bars have soft fills: solid ones have no color but their own. It suspends until its code has loaded. */
export function LegendSpace(props: LegendProps) {
  return isSoft(props.settings) ? <Legend {...props} /> : null;
}
