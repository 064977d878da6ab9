import type { Id } from '@milepost/core/ids';
import { InputError } from './input.ts';

/**
 * The id that a path parameter holds. Throws InputError (400, `issue_id is invalid`) where the text is no whole number, or one larger
 * than any id.
 */
export function idParam<Kind extends string>(params: Readonly<Record<string, string>>, name: string): Id<Kind> {
  const text = params[name] ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new InputError([`${name} is invalid`]);
  return Number(text) as Id<Kind>;
}
