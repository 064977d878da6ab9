import { builder } from './builder.ts';

/** A range of days, inclusive. */
export const TimeframeInput = builder.inputType('Timeframe', {
  description: 'A range of days, inclusive',
  fields: (t) => ({
    start: t.field({ type: 'Date', required: true }),
    end: t.field({ type: 'Date', required: true }),
  }),
});
