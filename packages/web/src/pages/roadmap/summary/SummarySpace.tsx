import { lazy, Suspense } from 'react';
import { Comparison } from '../compare/Comparison.tsx';
import { isBehindLink } from '../data/request.ts';
import styles from '../view/roadmap.module.css';
import type { SummaryStripProps } from './SummaryStrip.tsx';

const SummaryStrip = lazy(() => import('./SummaryStrip.tsx').then((module) => ({ default: module.SummaryStrip })));

export interface SummarySpaceProps extends SummaryStripProps {
  /** Whether the rows are on screen: they come first. */
  isWanted: boolean;
}

/** The space of the counts above the chart, and the counts once they are loaded. */
export function SummarySpace({ isWanted, ...props }: SummarySpaceProps) {
  return (
    <div className={styles.summary}>
      {isWanted && (
        <Suspense fallback={null}>
          <SummaryStrip {...props} />
        </Suspense>
      )}
      {!isBehindLink() && (
        <Comparison fullPath={props.fullPath} settings={props.settings} change={props.change} place="strip" />
      )}
    </div>
  );
}
