/** URL parameters in order; a key may repeat. */
export type Query = readonly (readonly [key: string, value: string])[];

/** Parses `?a=1&b[]=2`, with or without the question mark. A malformed escape stays as written. */
export function parseQuery(text: string): Query {
  const pairs = text.replace(/^\?/, '').split('&').filter(Boolean);
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    return at === -1 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
  });
}

/** Writes parameters without a question mark; brackets in keys stay readable. */
export function printQuery(query: Query): string {
  return query.map(([key, value]) => `${encode(key)}=${encodeURIComponent(value)}`).join('&');
}

/** The first value of a key, or null. */
export function valueOf(query: Query, key: string): string | null {
  return query.find((pair) => pair[0] === key)?.[1] ?? null;
}

/** All values of a key. */
export function valuesOf(query: Query, key: string): string[] {
  return query.filter((pair) => pair[0] === key).map((pair) => pair[1]);
}

function encode(key: string): string {
  return encodeURIComponent(key).replaceAll('%5B', '[').replaceAll('%5D', ']');
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
