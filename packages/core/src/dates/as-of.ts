import { parseDay } from '../days.ts';
import { type Query, valueOf } from '../query.ts';

/** The past day that an address names; null for none, or for a text that is no day. */
export function asOfIn(address: Query): string | null {
  const text = valueOf(address, 'as_of');
  return text !== null && parseDay(text) !== null ? text : null;
}
