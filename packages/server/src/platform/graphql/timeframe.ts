import { GraphQLError } from 'graphql';
import { builder } from './builder.ts';

/** A range of days, inclusive. */
export const TimeframeInput = builder.inputType('Timeframe', {
  description: 'A range of days, inclusive',
  fields: (t) => ({
    start: t.field({ type: 'Date', required: true }),
    end: t.field({ type: 'Date', required: true }),
  }),
});

/** The days of a timeframe argument. Throws a GraphQLError if it ends before it starts. */
export function readTimeframe<Given extends { start: string; end: string } | null | undefined>(
  timeframe: Given,
): Given {
  if (timeframe && timeframe.end < timeframe.start) throw new GraphQLError('start must be before end');
  return timeframe;
}
