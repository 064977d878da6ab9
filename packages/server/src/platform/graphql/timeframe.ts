import { builder } from './builder.ts';

/** From one day to another, both included. */
export const TimeframeInput = builder.inputType('Timeframe', {
  description: 'A range of days, inclusive',
  fields: (t) => ({
    start: t.field({ type: 'Date', required: true }),
    end: t.field({ type: 'Date', required: true }),
  }),
});
