/** `None` and `Any`, case-insensitively, as existing clients send them. */
export type Wildcard = 'none' | 'any';

export function wildcardOf(value: unknown): Wildcard | undefined {
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'none' || word === 'any' ? word : undefined;
}

/** One or several texts, without nulls and other values; undefined if none are left. */
export function textsOf(...values: readonly unknown[]): string[] | undefined {
  const texts = values.flat().filter((value) => typeof value === 'string');
  return texts.length === 0 ? undefined : texts;
}

/** One or several ids, as texts. */
export function idsOf(value: unknown): string[] | undefined {
  const ids = [value].flat().filter((id) => typeof id === 'string' || typeof id === 'number');
  return ids.length === 0 ? undefined : ids.map(String);
}

/** A whole number, or a wildcard. */
export function numberOrWildcard(value: unknown): number | Wildcard | undefined {
  const wildcard = wildcardOf(value);
  if (wildcard) return wildcard;
  const number = typeof value === 'string' && value !== '' ? Number.parseInt(value, 10) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** `needsAttention` and `NEEDS_ATTENTION` as stored in columns: `needs_attention`. */
export function snakeCase(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}
