import { chartMessages } from './chart.ts';
import { messages } from './page.ts';

/** The names of the layouts. */
export const layoutMessages = {
  WEEKS: messages.weeks,
  MONTHS: messages.months,
  QUARTERS: messages.quarters,
  YEARS: chartMessages.years,
};
