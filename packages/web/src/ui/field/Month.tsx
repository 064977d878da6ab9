import { addMonths, weeksOfMonth } from '@milepost/core/dates/calendar';
import type { Day } from '@milepost/core/days';
import { formatDay, partsOf } from '@milepost/core/days';
import { type IntlShape, useIntl } from 'react-intl';
import { useId } from 'react';
import styles from './Calendar.module.css';

export interface MonthProps {
  /** Its first day. */
  start: Day;
  firstWeekday: number;
  /** Whether days of the months around it fill its weeks. */
  isAlone: boolean;
  /** The day in the tab order. */
  current: Day;
  value: Day | null;
  today: Day;
  range: { start: Day | null; end: Day | null };
  canPick: (day: Day) => boolean;
  onPick: (day: Day) => void;
}

/** The days of one month, as a grid. */
export function Month({ start, firstWeekday, isAlone, current, value, today, range, canPick, onPick }: MonthProps) {
  const intl = useIntl();
  const id = useId();
  const weeks = weeksOfMonth(start, firstWeekday);
  const next = addMonths(start, 1);
  const isIn = (day: Day): boolean => day >= start && day < next;
  const isInRange = (day: Day): boolean =>
    range.start !== null && range.end !== null && day >= range.start && day <= range.end;
  return (
    <div className={styles.month}>
      <p id={id} className={styles.title} aria-live="polite">
        {print(intl, start, { month: 'long', year: 'numeric' })}
      </p>
      <div role="grid" aria-labelledby={id} className={styles.grid}>
        <div role="row" className={styles.week}>
          {weeks[0]?.map((day) => (
            <span key={day} role="columnheader" aria-label={print(intl, day, { weekday: 'long' })}>
              {print(intl, day, { weekday: 'short' }).slice(0, 2)}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week[0]} role="row" className={styles.week}>
            {week.map((day) =>
              isIn(day) || isAlone ? (
                <button
                  key={day}
                  type="button"
                  role="gridcell"
                  tabIndex={day === current && isIn(day) ? 0 : -1}
                  aria-label={print(intl, day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
                  aria-selected={day === value}
                  aria-disabled={canPick(day) ? undefined : true}
                  aria-current={day === today ? 'date' : undefined}
                  data-day={formatDay(day)}
                  data-outside={isIn(day) ? undefined : true}
                  data-range={isInRange(day) || undefined}
                  onClick={() => canPick(day) && onPick(day)}
                >
                  {partsOf(day).dayOfMonth}
                </button>
              ) : (
                <span key={day} aria-hidden />
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function print(intl: IntlShape, day: Day, options: Parameters<IntlShape['formatDate']>[1]): string {
  return intl.formatDate(new Date(`${formatDay(day)}T00:00:00Z`), { ...options, timeZone: 'UTC' });
}
