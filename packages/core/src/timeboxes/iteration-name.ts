import type { IterationSpan } from './iterations.ts';
import { dayText } from '../dates/timeframe-text.ts';

/** The name of an iteration: its title, otherwise its dates in a language. */
export function iterationName(title: string | null, span: IterationSpan, locale = 'en'): string {
  return title ?? `${dayText(span.start, locale, false)} – ${dayText(span.due, locale)}`;
}
