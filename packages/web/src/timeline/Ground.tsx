import type { RefObject } from 'react';
import { memo } from 'react';
import { endsYear } from '@milepost/core/roadmap/columns';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { addDays } from '@milepost/core/days';
import type { Scale } from './scale.ts';
import styles from './timeline.module.css';
import { useVisibleColumns } from './use-visible-columns.ts';

export interface GroundProps {
  scroller: RefObject<HTMLElement | null>;
  scale: Scale;
  trackWidth: number;
  /** The days the timeline is about; what the outermost columns have beyond them is dimmed. */
  window: Timeframe;
}

/**
 * What lies behind all rows: a line after each column, stronger where a year ends, and the details column down to the
 * bottom. Lines are boxes and no gradient: that is painted again with every scroll, at many times the price.
 */
export const Ground = memo(function Ground({ scroller, scale, trackWidth, window }: GroundProps) {
  const { columns, cellWidth } = scale;
  const { from, to } = useVisibleColumns(scroller, { count: columns.length, cellWidth, trackWidth });
  const before = scale.xOf(window.from);
  const after = scale.xOf(addDays(window.to, 1));
  return (
    <>
      <div className={styles.lines} aria-hidden="true">
        {before > 0 && <b style={{ left: 0, width: before }} />}
        {after < scale.width && <b style={{ left: after, width: scale.width - after }} />}
        {columns.slice(from, to).map((column, index) => (
          <i
            key={column.start}
            style={{ left: (from + index + 1) * cellWidth - 1 }}
            data-year-end={endsYear(column) || undefined}
          />
        ))}
      </div>
      <div className={styles.sideGround} aria-hidden="true">
        <div />
      </div>
    </>
  );
});
