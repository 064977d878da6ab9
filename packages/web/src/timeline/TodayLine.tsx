import { memo } from 'react';
import type { Day } from '@milepost/core/days';
import { columnAt } from '@milepost/core/roadmap/columns';
import type { Scale } from './scale.ts';
import { shareOf } from './TimelineHead.tsx';
import styles from './timeline.module.css';

/** The line that marks where today begins: drawn in today's column, by a share of that column. */
export const TodayLine = memo(function TodayLine({ scale, today }: { scale: Scale; today: Day }) {
  const index = columnAt(scale.columns, today);
  const column = scale.columns[index];
  if (!column) return null;
  return (
    <div
      className={styles.todayColumn}
      style={{ left: index * scale.cellWidth }}
      data-column={index}
      aria-hidden="true"
    >
      <div className={styles.todayLine} data-today style={{ left: `${shareOf(column, today)}%` }} />
    </div>
  );
});

/** The ground behind all rows: lines between columns, stronger where a year ends, and the details column to the bottom. */
export const GridLines = memo(function GridLines({ scale }: { scale: Scale }) {
  const yearEnds = scale.columns.flatMap((column, index) => {
    const next = scale.columns[index + 1];
    return next && yearOf(column.due) !== yearOf(next.due) ? [index + 1] : [];
  });
  return (
    <>
      <div className={styles.lines} aria-hidden="true">
        {yearEnds.map((index) => (
          <i key={index} style={{ left: index * scale.cellWidth - 1 }} />
        ))}
      </div>
      <div className={styles.sideGround} aria-hidden="true">
        <div />
      </div>
    </>
  );
});

function yearOf(day: Day): number {
  return new Date(day * 86_400_000).getUTCFullYear();
}
