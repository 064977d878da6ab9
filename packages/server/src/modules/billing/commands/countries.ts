import { iso31661 } from 'iso-3166/1.js';
import { iso31662 } from 'iso-3166/2.js';

/** A name and its code. */
export type NameAndCode = readonly [name: string, code: string];

const { compare } = new Intl.Collator('en');
const byName = (one: NameAndCode, other: NameAndCode): number => compare(one[0], other[0]);

const sorted: readonly NameAndCode[] = iso31661.map(({ name, alpha2 }): NameAndCode => [name, alpha2]).toSorted(byName);

/** The countries of ISO 3166-1 with their two-letter codes, by name. */
export const countries = (): readonly NameAndCode[] => sorted;

/** The parts of a country of ISO 3166-2 with their codes, by name; empty for an unknown country. */
export function statesOf(country: string): readonly NameAndCode[] {
  const prefix = `${country.trim().toUpperCase()}-`;
  return iso31662
    .filter(({ code }) => code.startsWith(prefix))
    .map(({ name, code }): NameAndCode => [name, code])
    .toSorted(byName);
}
