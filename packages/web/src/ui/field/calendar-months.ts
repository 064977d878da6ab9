import { createContext } from 'react';

/** How many months calendars show, four at most. The application says what the server's settings say. */
export const CalendarMonths = createContext(1);
