import type { RefObject } from 'react';
import { memo } from 'react';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { groundLinesOf } from './ground-lines.ts';
import type { Scale } from './scale.ts';
import styles from './timeline.module.css';
import { useVisibleColumns } from './use-visible-columns.ts';

export interface GroundProps {
  scroller: RefObject<HTMLElement | null>;
  scale: Scale;
  trackWidth: number;
  /** The days of the timeline; the parts of the outermost columns beyond them are dimmed. */
  window: Timeframe;
}

/**
 * The background of all rows: a line after each column, stronger at the end of a year, and the details column down to the
 * bottom. Lines are elements and not a gradient: that would be repainted on every scroll, which is many times more expensive.
 */
export const Ground = memo(function Ground({ scroller, scale, trackWidth, window }: GroundProps) {
  const { columns, cellWidth } = scale;
  const visible = useVisibleColumns(scroller, { count: columns.length, cellWidth, trackWidth });
  const { dimmed, lines } = groundLinesOf(scale, window, visible);
  return (
    <>
      <div className={styles.lines} aria-hidden="true">
        {dimmed.map((end) => (
          <b key={end.left} style={end} />
        ))}
        {lines.map(({ key, left, isYearEnd }) => (
          <i key={key} style={{ left }} data-year-end={isYearEnd || undefined} />
        ))}
      </div>
      <div className={styles.sideGround} aria-hidden="true">
        <div />
      </div>
    </>
  );
});
