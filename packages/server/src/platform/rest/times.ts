import { Type } from 'typebox';
import { InputError } from './input.ts';

/** An instant or a day, as clients write them: `2026-11-21`, `2026-11-21T10:00:00Z`. Read with `timeOf`. */
export const timeInput = (description: string) => Type.Optional(Type.String({ description }));

/** Reads an instant; undefined where none was given. Throws InputError naming the parameter. */
export function timeOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined || text === '') return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InputError([`${name} is invalid`]);
  return time;
}
