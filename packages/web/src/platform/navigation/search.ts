import type { Query } from '@milepost/core/query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The parameters of an address. A name that ends in `[]`, or begins with `or[`, holds a list: `label_name[]=a&label_name[]=b`. */
export type SearchParameters = Readonly<Record<string, string | readonly string[]>>;

/** Any of several is meant, whether or not the name says so by `[]`: `or[author_username]=ada&or[author_username]=bo`. */
const holdsList = (name: string): boolean => name.endsWith('[]') || name.startsWith('or[');

/** Reads what stands after the question mark: texts as they are, lists where the name says so. */
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

/** The form the router takes parameters in: lists under names that end in `[]`. */
export function recordOf(query: Query): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const [key, value] of query) {
    const known = record[key];
    if (Array.isArray(known)) known.push(value);
    else record[key] = holdsList(key) ? [value] : value;
  }
  return record;
}

/** Texts, numbers and booleans; anything else says nothing in an address. */
function printValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export type SearchChange = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The address's parameters, and a function that changes some of them (undefined or empty removes one). A change is a step
 * that Back undoes, unless `replace` is set: for texts that change as one types.
 */
export function useSearchParameters(): [
  SearchParameters,
  (change: SearchChange, options?: { replace?: boolean }) => void,
] {
  const parameters: SearchParameters = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (next: SearchChange, { replace = false }: { replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: (now: SearchParameters) => withoutEmpty({ ...now, ...next }),
        replace,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [parameters, change];
}

function withoutEmpty(parameters: SearchChange): SearchChange {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined && value.length > 0));
}

/** One parameter as text; empty when it is missing or a list. */
export function textOf(parameters: SearchParameters, name: string): string {
  const value = parameters[name];
  return typeof value === 'string' ? value : '';
}
