import { dateLocale } from '../ui/text/date-locale.ts';
import type { ReactNode } from 'react';
import { memo, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import { partsOf } from '@milepost/core/days';
import type { Column } from '@milepost/core/roadmap/columns';
import { columnAt, endsYear, showsYear } from '@milepost/core/roadmap/columns';
import { dayText } from '@milepost/core/dates/timeframe-text';
import type { CalendarNames, HeadPart } from './head-parts.ts';
import { calendarNames, headPartsOf } from './head-parts.ts';
import { messages } from './messages.ts';
import type { Scale } from './scale.ts';
import { daysIn, shareOf } from './scale.ts';
import styles from './timeline.module.css';
import type { VisibleColumns } from './visible.ts';

export interface TimelineHeadProps {
  scale: Scale;
  today: Day;
  /** Today is a past day. */
  isPast?: boolean;
  /** Only these columns are rendered. */
  visible: VisibleColumns;
  firstWeekday: number;
  /** False for the first paint: names need the browser's locale data, and bars must not wait for it. */
  hasNames: boolean;
  /** The cell above the details column. */
  children: ReactNode;
}

/** In narrower columns the names of the quarters would overlap; in pixels. */
const MIN_YEAR_WITH_QUARTERS = 72;

/** The width of today's date, and of a past one with its words; half of a name beside it; in pixels. */
const TODAY_WIDTH = 44;
const PAST_DAY_WIDTH = 68;
const HALF_NAME = 8;

/** The date of today starts at its line where it would be cut at the left edge of the timeline. */
const startsAtLine = (column: Column, today: Day): boolean => shareOf(column, today) < 20;

/** The pixels that the date of today covers. */
function todayRange(scale: Scale, column: Column, today: Day, isPast: boolean): { from: number; to: number } {
  const width = isPast ? PAST_DAY_WIDTH : TODAY_WIDTH;
  const x = scale.xOf(today);
  const from = startsAtLine(column, today) ? x - 4 : x - width / 2;
  return { from, to: from + width };
}

/** The sticky header row of periods. */
export const TimelineHead = memo(function TimelineHead({
  scale,
  today,
  isPast = false,
  visible,
  firstWeekday,
  hasNames,
  children,
}: TimelineHeadProps) {
  const { formatMessage } = useIntl();
  const locale = dateLocale();
  const names = useMemo(
    () => calendarNames(locale, (quarter) => formatMessage(messages.quarter, { quarter })),
    [locale, formatMessage],
  );
  const current = columnAt(scale.columns, today);
  const now = scale.columns[current];
  const covered = now ? todayRange(scale, now, today, isPast) : null;
  return (
    <div className={styles.head} role="row" aria-rowindex={1}>
      <div className={styles.side} role="columnheader" aria-colindex={1}>
        {children}
      </div>
      <div className={styles.track} role="columnheader" aria-colindex={2}>
        {(hasNames ? scale.columns.slice(visible.from, visible.to) : []).map((column, index) => (
          <Period
            key={column.start}
            column={column}
            left={(visible.from + index) * scale.cellWidth}
            hasYear={showsYear(scale.columns, visible.from + index)}
            today={visible.from + index === current ? today : null}
            isPast={isPast}
            {...coveredIn((visible.from + index) * scale.cellWidth, scale.cellWidth, covered)}
            names={names}
            firstWeekday={firstWeekday}
            cellWidth={scale.cellWidth}
            hasParts={column.preset !== 'YEARS' || scale.cellWidth >= MIN_YEAR_WITH_QUARTERS}
          />
        ))}
      </div>
    </div>
  );
});

/** The part that the date of today covers, from the left edge of a column; numbers, so that other columns render once. */
function coveredIn(left: number, width: number, covered: { from: number; to: number } | null) {
  const isTouched = covered && covered.to > left - HALF_NAME && covered.from < left + width + HALF_NAME;
  return isTouched ? { coveredFrom: covered.from - left, coveredTo: covered.to - left } : {};
}

interface PeriodProps {
  column: Column;
  left: number;
  hasYear: boolean;
  /** Set in the column that contains today. */
  today: Day | null;
  isPast: boolean;
  /** Names between these would be cut by the date of today; in pixels. */
  coveredFrom?: number;
  coveredTo?: number;
  names: CalendarNames;
  firstWeekday: number;
  cellWidth: number;
  /** Whether the names of its parts fit. */
  hasParts: boolean;
}

const Period = memo(function Period({
  column,
  left,
  hasYear,
  today,
  isPast,
  coveredFrom = Infinity,
  coveredTo = -Infinity,
  names,
  firstWeekday,
  cellWidth,
  hasParts,
}: PeriodProps) {
  const { formatMessage } = useIntl();
  const locale = dateLocale();
  const line = isPast ? messages.asOf : messages.today;
  const all = hasParts ? headPartsOf(column, names, firstWeekday) : [];
  // A week start stands at its day, other names in the middle of theirs.
  const middleOf = ({ at, start, due }: HeadPart): number =>
    column.preset === 'MONTHS' ? at * cellWidth + 6 : (at + (due - start + 1) / daysIn(column) / 2) * cellWidth;
  const parts = all.filter((part) => {
    const middle = middleOf(part);
    return middle + HALF_NAME <= coveredFrom || middle - HALF_NAME >= coveredTo;
  });
  return (
    <div
      className={styles.period}
      style={{ left }}
      data-now={today !== null || undefined}
      data-year-end={endsYear(column) || undefined}
      aria-current={today === null ? undefined : 'date'}
    >
      <span className={styles.periodName} data-long={(hasYear && column.preset === 'WEEKS') || undefined}>
        {hasYear && <b>{partsOf(column.start).year}</b>}
        {column.preset === 'QUARTERS' && formatMessage(messages.quarter, { quarter: column.quarterSequence })}
        {column.preset === 'MONTHS' && names.month(column.start)}
        {column.preset === 'WEEKS' && names.monthAndDay(column.start)}
      </span>
      <span className={styles.periodParts} data-preset={column.preset}>
        {parts.map((part) => (
          <span
            key={part.start}
            data-now={(today !== null && part.start <= today && today <= part.due) || undefined}
            style={{ left: `${part.at * 100}%`, width: `${((part.due - part.start + 1) / daysIn(column)) * 100}%` }}
          >
            {part.text}
          </span>
        ))}
      </span>
      {today !== null && (
        <span
          className={styles.todayName}
          style={{ left: `${shareOf(column, today)}%` }}
          // Near the left edge of the timeline it would be cut.
          data-at={startsAtLine(column, today) ? 'start' : undefined}
          aria-hidden="true"
        >
          {isPast ? formatMessage(messages.asOf, { date: names.monthAndDay(today) }) : names.monthAndDay(today)}
        </span>
      )}
      {today !== null && (
        <span
          className={styles.todayFlag}
          style={{ left: `${shareOf(column, today)}%` }}
          role="img"
          aria-label={formatMessage(line, { date: dayText(today, locale) })}
          title={formatMessage(line, { date: dayText(today, locale) })}
        />
      )}
    </div>
  );
});
