import { Type } from 'typebox';
import { parseInstant } from '../util/instants.ts';
import { InputError } from './input.ts';

/** A parameter with a day or an instant: `2026-11-21`, `2026-11-21T10:00:00Z`. Parse it with `timeOf`. */
export const timeInput = (description: string) => Type.Optional(Type.String({ description }));

/** PostgreSQL stores instants since 4713 BC. */
const MIN_YEAR = -4_000;

/** Parses an instant; undefined if omitted. Throws InputError naming the parameter. */
export function timeOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined || text === '') return undefined;
  const time = parseInstant(text);
  if (!time || time.getUTCFullYear() < MIN_YEAR) throw new InputError([`${name} is invalid`]);
  return time;
}
