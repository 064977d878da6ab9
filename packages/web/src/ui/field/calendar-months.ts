import { createContext } from 'react';

/** How many months calendars show, four at most. Set by the application from the server's settings. */
export const CalendarMonths = createContext(1);
