import type { FilterFields } from '../sockets.ts';

/** What nobody has, and what somebody has. */
export const wildcards = { NONE: { value: 'none' }, ANY: { value: 'any' } } as const;

/** A list that may hold null, as some published arguments may: the nulls are left out. */
export const itemsOptional = { list: false, items: false } as const;

/** The texts of a list that may hold null. */
export function textsOf(values: readonly (string | null | undefined)[] | null | undefined): string[] | undefined {
  return values?.filter((value) => typeof value === 'string');
}

/** One name, several, or none: empty ones mean "no filter". */
export function listOf(value: string | readonly string[] | null | undefined): readonly string[] | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  return typeof value === 'string' ? [value] : value;
}

export function numbersOf(values: readonly (string | number)[] | null | undefined): number[] | undefined {
  return values?.map(Number).filter((number) => Number.isInteger(number) && number > 0 && number <= 2_147_483_647);
}

/** `iid` and `iids` together; a number that nothing can have finds nothing. */
export function iidsOf(args: {
  iid?: string | number | null;
  iids?: readonly (string | number)[] | null;
}): FilterFields['iids'] {
  const wanted = [...(args.iid ? [args.iid] : []), ...(args.iids ?? [])];
  if (wanted.length === 0) return undefined;
  const numbers = numbersOf(wanted) ?? [];
  return numbers.length === 0 ? [0] : numbers;
}

/** Leaves out what says nothing: null, undefined, empty texts and lists. */
export function withoutEmpty(fields: { [Field in keyof FilterFields]?: FilterFields[Field] | null }): FilterFields {
  const given = Object.entries(fields).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given);
}
