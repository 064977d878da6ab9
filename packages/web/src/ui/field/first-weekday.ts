import { createContext } from 'react';

/** The first day of the week in calendars: 0 (Sunday) to 6. Set by the application from the server's settings. */
export const FirstWeekday = createContext(0);
