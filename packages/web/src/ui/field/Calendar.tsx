import type { Bounds } from '@milepost/core/dates/calendar';
import {
  canPick,
  dayAfterKey,
  firstMonthShown,
  monthAfter,
  monthsShown,
  nearestSelectable,
  withinBounds,
  yearsAround,
} from '@milepost/core/dates/calendar';
import type { Day } from '@milepost/core/days';
import { dayOf, localDayOf, parseDay, partsOf } from '@milepost/core/days';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../button/Button.tsx';
import type { DateRules } from './calendar-months.ts';
import { IconButton } from '../button/IconButton.tsx';
import { defineMessages } from '../text/messages.ts';
import { Month } from './Month.tsx';
import { Popover } from '../overlay/Popover.tsx';
import styles from './Calendar.module.css';

const messages = defineMessages({
  earlier: { id: 'ui.previousMonth', defaultMessage: 'Previous month' },
  later: { id: 'ui.nextMonth', defaultMessage: 'Next month' },
  year: { id: 'ui.year', defaultMessage: 'Year' },
  today: { id: 'ui.today', defaultMessage: 'Today' },
  clear: { id: 'ui.clear', defaultMessage: 'Clear' },
  type: { id: 'ui.typeDate', defaultMessage: 'Type a date' },
  close: { id: 'ui.close', defaultMessage: 'Close' },
});

export interface CalendarProps extends Pick<DateRules, 'rangeStart' | 'rangeEnd' | 'isDisabled'> {
  anchor: Element | null;
  label: string;
  /** The purpose of the day: a sheet shows it, because it covers its field. */
  title: ReactNode;
  value: Day | null;
  bounds: Bounds;
  months?: number;
  yearRange?: number;
  firstWeekday: number;
  /** Whether the days have the focus initially. */
  takesFocus: boolean;
  /** The focus moved to the days without a key. */
  onEnter: () => void;
  onPick: (day: Day) => void;
  onClear: (() => void) | undefined;
  /** Returns to the field to type the day; offered by a sheet. */
  onType: () => void;
  onClose: () => void;
}

/** One to four months to pick a day from: beside a field, or in a sheet at the foot of a small screen. */
export function Calendar(props: CalendarProps) {
  const { anchor, value, bounds, isDisabled, firstWeekday, takesFocus, onEnter, onPick } = props;
  const { formatMessage } = useIntl();
  const [today] = useState(() => localDayOf(new Date()));
  const count = monthsShown(props.months);
  const start = nearestSelectable(value ?? today, bounds, isDisabled);
  const [first, setFirst] = useState(() => monthAfter(start, 0));
  const [at, setAt] = useState(start);
  const surface = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(takesFocus);
  const months = Array.from({ length: count }, (_, index) => monthAfter(first, index));
  const end = monthAfter(first, count);
  // The day where arrow keys begin: after paging, the first selectable day of the shown months.
  const current = at >= first && at < end ? at : nearestSelectable(first, bounds, isDisabled);

  useEffect(() => {
    if (takesFocus) wantsFocus.current = true;
  }, [takesFocus]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    surface.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus();
  });
  // A typed date scrolls into view.
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    if (value !== null) goTo(value);
  }

  function goTo(day: Day): void {
    setAt(day);
    if (day < first || day >= end) setFirst(monthAfter(day, day < first ? 0 : 1 - count));
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayAfterKey(current, event.key, event.shiftKey, firstWeekday);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    wantsFocus.current = true;
    goTo(withinBounds(next, bounds));
  };
  const { year, month } = partsOf(first);
  const canTurnBack = bounds.min === null || first > bounds.min;
  const canTurnOn = bounds.max === null || end <= bounds.max;

  return (
    <Popover
      ref={surface}
      anchor={anchor}
      onClose={props.onClose}
      role="dialog"
      aria-label={props.label}
      className={styles.surface}
      placement={{ gap: 6 }}
    >
      <div className={styles.sheetHead}>
        <p>{props.title}</p>
        <IconButton icon={X} label={formatMessage(messages.close)} tooltip={false} onClick={props.onClose} />
      </div>
      <div className={styles.head}>
        <select
          className={styles.year}
          aria-label={formatMessage(messages.year)}
          value={year}
          onChange={({ target }) => setFirst(firstMonthShown(dayOf(Number(target.value), month, 1), count, bounds))}
        >
          {yearsAround(year, bounds, props.yearRange).map((candidate) => (
            <option key={candidate} value={candidate}>
              {candidate}
            </option>
          ))}
        </select>
        <IconButton
          size="small"
          icon={ChevronLeft}
          label={formatMessage(messages.earlier)}
          // Not `disabled`: that would drop the focus, and a field that loses it closes.
          aria-disabled={!canTurnBack}
          onClick={() => canTurnBack && setFirst(monthAfter(first, -1))}
        />
        <IconButton
          size="small"
          icon={ChevronRight}
          label={formatMessage(messages.later)}
          aria-disabled={!canTurnOn}
          onClick={() => canTurnOn && setFirst(monthAfter(first, 1))}
        />
      </div>
      {/* The days have the focus; their keys are taken here, once. */}
      <div role="group" aria-label={props.label} className={styles.months} onKeyDown={onKeyDown} onFocus={onEnter}>
        {months.map((monthStart) => (
          <Month
            key={monthStart}
            start={monthStart}
            firstWeekday={firstWeekday}
            isAlone={count === 1}
            current={current}
            value={value}
            today={today}
            range={{ start: parseDay(props.rangeStart ?? ''), end: parseDay(props.rangeEnd ?? '') }}
            canPick={(day) => canPick(day, bounds, isDisabled)}
            onPick={(day) => {
              setAt(day);
              onPick(day);
            }}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <Button
          kind="quiet"
          size="small"
          disabled={!canPick(today, bounds, isDisabled)}
          onClick={() => {
            goTo(today);
            onPick(today);
          }}
        >
          {formatMessage(messages.today)}
        </Button>
        {props.onClear && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              props.onClear?.();
              props.onClose();
            }}
          >
            {formatMessage(messages.clear)}
          </Button>
        )}
        <Button kind="quiet" size="small" className={styles.type} onClick={props.onType}>
          {formatMessage(messages.type)}
        </Button>
      </div>
    </Popover>
  );
}
