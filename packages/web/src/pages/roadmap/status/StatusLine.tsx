import { memo } from 'react';
import { preloadedAfterPaint } from '../../../platform/loading/preloaded.tsx';
import styles from '../view/roadmap.module.css';
import type { StatusContentProps } from './StatusContent.tsx';

const StatusContent = preloadedAfterPaint(async () => (await import('./StatusContent.tsx')).StatusContent);

export interface StatusLineProps extends StatusContentProps {
  /** False for the first render, which only reserves the space of the line. */
  isWhole: boolean;
}

/** The line below the chart. */
export const StatusLine = memo(function StatusLine({ isWhole, ...props }: StatusLineProps) {
  return <footer className={styles.status}>{isWhole && <StatusContent {...props} />}</footer>;
});
