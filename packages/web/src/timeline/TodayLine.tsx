import { memo } from 'react';
import type { Day } from '@milepost/core/days';
import { columnAt } from '@milepost/core/roadmap/columns';
import type { Scale } from './scale.ts';
import { shareOf } from './scale.ts';
import styles from './timeline.module.css';

/** The line at the start of today: drawn in today's column, at a percentage of its width. */
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
