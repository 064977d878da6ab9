import type { Day } from '@milepost/core/days';
import { createContext } from 'react';

/** Days as texts `YYYY-MM-DD`; the empty text is no day. */
export interface DateRules {
  /** The first and the last selectable day. A last day before the first is ignored. */
  min?: string | undefined;
  max?: string | undefined;
  /** The days between these two, both included, are marked. */
  rangeStart?: string | undefined;
  rangeEnd?: string | undefined;
  /** Days for which it returns true cannot be chosen. Typed days are validated by the form. */
  isDisabled?: (day: Day) => boolean;
}

/** How many months calendars show, four at most. Set by the application from the server's settings. */
export const CalendarMonths = createContext(1);
