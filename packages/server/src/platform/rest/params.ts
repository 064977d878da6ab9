import type { Id } from '@milepost/core/ids';
import { InputError } from './input.ts';

/**
 * The id in a path parameter. Throws InputError (400, `issue_id is invalid`) if the text is not an integer, or larger than any
 * id.
 */
export function idParam<Kind extends string>(params: Readonly<Record<string, string>>, name: string): Id<Kind> {
  const text = params[name] ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new InputError([`${name} is invalid`]);
  return Number(text) as Id<Kind>;
}
