import { messages } from './page.ts';

/** The names of the preset ranges. */
export const rangeMessages = {
  CURRENT_QUARTER: messages.thisQuarter,
  CURRENT_YEAR: messages.thisYear,
  THREE_YEARS: messages.within3Years,
};
