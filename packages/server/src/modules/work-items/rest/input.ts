import type { TObject } from 'typebox';
import { InputError } from '../../../platform/rest/input.ts';

/** Throws InputError if an update has no fields. */
export function requireAnyField(schema: TObject, input: object): void {
  const names = Object.keys(schema.properties);
  if (names.some((name) => name in input)) return;
  throw new InputError([`${names.join(', ')} are missing, at least one parameter must be provided`]);
}
