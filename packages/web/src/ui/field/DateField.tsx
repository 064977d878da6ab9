import { boundsOf, dayOfTyped, printDate, withinBounds } from '@milepost/core/dates/calendar';
import type { Day } from '@milepost/core/days';
import { localDayOf, parseDay } from '@milepost/core/days';
import { Calendar as CalendarIcon, X } from 'lucide-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { CalendarMonths } from './calendar-months.ts';
import { Field, type FieldProps, type FieldWiring } from './Field.tsx';
import { FirstWeekday } from './first-weekday.ts';
import { hasLeft } from '../focus.ts';
import { Icon } from '../button/Icon.tsx';
import { defineMessages } from '../text/messages.ts';
import { isSmallScreen } from '../overlay/small-screen.ts';
import styles from './DateField.module.css';
import type { DateRules } from './calendar-months.ts';

const Calendar = lazy(() => import('./Calendar.tsx').then((module) => ({ default: module.Calendar })));

/** The calendar stays open this long after a choice, so that the chosen day is visible. */
const hideDelay = 100;

const messages = defineMessages({
  choose: { id: 'ui.chooseDate', defaultMessage: 'Choose date' },
  clear: { id: 'ui.clearDate', defaultMessage: 'Clear date' },
});

export interface DateFieldProps extends FieldProps, DateRules {
  name?: string;
  value: string;
  onChange: (value: string) => void;
  /** Offers a button that empties the field. */
  clearable?: boolean;
  /** How many months the calendar shows, if not the server's default; at most four, on a phone one. */
  months?: number;
  /** How many years before and after today can be chosen; ten by default, at most a hundred. */
  yearRange?: number;
  /** The first day of the week, if not the server's default. */
  firstWeekday?: number;
  disabled?: boolean;
  /** The calendar opens initially and the field has the focus: another button requested it. */
  startsOpen?: boolean;
  /** Called after a day was chosen in the calendar. */
  onPick?: (value: string) => void;
}

/** A day, typed or picked from a calendar that opens beside the field. */
export function DateField({ label, isLabelHidden, note, error, aside, ...input }: DateFieldProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} note={note} error={error} aside={aside}>
      {(wiring) => <DateInput {...input} title={label} wiring={wiring} />}
    </Field>
  );
}

type DateInputProps = Omit<DateFieldProps, keyof FieldProps> & { title: ReactNode; wiring: FieldWiring };

function DateInput(props: DateInputProps) {
  const {
    wiring,
    title,
    name,
    value,
    onChange,
    clearable = false,
    disabled = false,
    startsOpen = false,
    onPick,
    ...rules
  } = props;
  const { formatMessage } = useIntl();
  const firstWeekday = use(FirstWeekday);
  const months = use(CalendarMonths);
  const [typed, setTyped] = useState<string | null>(null);
  /** With the calendar open: whether the keys go to its days, or stay in the field. */
  const [open, setOpen] = useState<'days' | 'field' | null>(() =>
    startsOpen ? (isSmallScreen() ? 'days' : 'field') : null,
  );
  const [box, setBox] = useState<HTMLElement | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hiding.current), []);
  const bounds = boundsOf(dayOf(rules.min), dayOf(rules.max));
  const text = typed ?? value;

  const settle = (next: string): void => {
    setTyped(null);
    if (next !== value) onChange(next);
  };
  const commit = (empty: string): void => {
    if (text.trim() === '') settle(empty);
    else if (typed !== null) settle(printDate(dayOfTyped(typed, localDayOf(new Date()), bounds)));
  };
  const close = (): void => {
    setOpen(null);
    // In the field the on-screen keyboard would open behind the sheet.
    if (open === 'days') (isSmallScreen() ? opener : input).current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setOpen('days');
    else if (event.key === 'Enter' && (open !== null || typed !== null || (value === '' && bounds.min !== null))) {
      commit(printDate(bounds.min));
      setOpen(null);
    } else return;
    event.preventDefault();
  };
  const pick = (day: Day): void => {
    settle(printDate(day));
    onPick?.(printDate(day));
    clearTimeout(hiding.current);
    hiding.current = setTimeout(close, hideDelay);
  };

  return (
    <span
      ref={setBox}
      className={styles.field}
      onBlur={(event) => {
        if (!hasLeft(event)) return;
        commit('');
        setOpen(null);
      }}
    >
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        tabIndex={-1}
        data-autofocus={startsOpen && isSmallScreen() ? '' : undefined}
        disabled={disabled}
        aria-label={formatMessage(messages.choose)}
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onClick={() => setOpen(open === null ? 'days' : null)}
      >
        <Icon of={CalendarIcon} />
      </button>
      <input
        ref={input}
        {...wiring}
        data-autofocus={startsOpen && !isSmallScreen() ? '' : undefined}
        type="text"
        name={name}
        inputMode={isSmallScreen() ? undefined : 'numeric'}
        autoComplete="off"
        placeholder="YYYY-MM-DD"
        maxLength={10}
        disabled={disabled}
        value={text}
        onChange={({ target }) => {
          // A complete date is applied immediately, so that nothing is lost if the form closes without another key.
          const day = parseDay(target.value);
          if (day !== null && withinBounds(day, bounds) === day) settle(target.value);
          else setTyped(target.value);
        }}
        onMouseDown={(event) => {
          // The day sheet covers the on-screen keyboard: a tap opens the days. A field in use keeps the keyboard.
          if (isSmallScreen() && document.activeElement !== input.current) event.preventDefault();
        }}
        onClick={() => {
          if (!isSmallScreen()) setOpen((now) => now ?? 'field');
          else if (document.activeElement !== input.current) setOpen('days');
        }}
        onKeyDown={onKeyDown}
      />
      {clearable && value !== '' && !disabled && (
        <button
          type="button"
          className={styles.clear}
          aria-label={formatMessage(messages.clear)}
          onClick={() => {
            settle('');
            input.current?.focus();
          }}
        >
          <Icon of={X} size={14} />
        </button>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <Calendar
            firstWeekday={firstWeekday}
            months={isSmallScreen() ? 1 : months}
            {...rules}
            anchor={box}
            label={formatMessage(messages.choose)}
            title={title}
            value={dayOf(text) ?? dayOf(value)}
            bounds={bounds}
            takesFocus={open === 'days'}
            onEnter={() => setOpen('days')}
            onPick={pick}
            onClear={clearable ? () => settle('') : undefined}
            onType={() => {
              setOpen(null);
              input.current?.focus();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </span>
  );
}

function dayOf(text: string | undefined): Day | null {
  return text ? parseDay(text) : null;
}
