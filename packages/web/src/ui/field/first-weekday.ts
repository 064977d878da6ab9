import { createContext } from 'react';

/** On which day weeks begin in calendars: 0 (Sunday) to 6. The application says what the server's settings say. */
export const FirstWeekday = createContext(0);
