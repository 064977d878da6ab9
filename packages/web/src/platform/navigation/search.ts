import type { Query } from '@milepost/core/query';

/** The parameters of an address. A name that ends in `[]`, or begins with `or[`, holds a list: `label_name[]=a&label_name[]=b`. */
export type SearchParameters = Readonly<Record<string, string | readonly string[]>>;

/** Means any of several, with or without `[]` in the name: `or[author_username]=ada&or[author_username]=bo`. */
const holdsList = (name: string): boolean => name.endsWith('[]') || name.startsWith('or[');

/** Parses a query string: texts, and lists for names that end in `[]`. */
export function parseSearch(text: string): SearchParameters {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (holdsList(name)) {
      const list = found[name];
      if (Array.isArray(list)) list.push(value);
      else found[name] = [value];
    } else found[name] = value;
  }
  return found;
}

/** Prints parameters with the question mark, or nothing when there are none. */
export function printSearch(parameters: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) for (const part of value) search.append(name, printValue(part));
    else if (printValue(value) !== '') search.append(name, printValue(value));
  }
  const text = search.toString().replaceAll('%5B%5D=', '[]=');
  return text === '' ? '' : `?${text}`;
}

/** A query as parameters: lists under names that end in `[]`. */
export function recordOf(query: Query): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const [key, value] of query) {
    const known = record[key];
    if (Array.isArray(known)) known.push(value);
    else record[key] = holdsList(key) ? [value] : value;
  }
  return record;
}

/** Texts, numbers and booleans; other values are omitted from an address. */
function printValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export type SearchChange = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One parameter as text; empty when it is missing or a list. */
export function textOf(parameters: SearchParameters, name: string): string {
  const value = parameters[name];
  return typeof value === 'string' ? value : '';
}
