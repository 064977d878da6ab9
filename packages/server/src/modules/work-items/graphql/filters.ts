import type { FilterFields } from '../sockets.ts';

/** Filters by None and by Any. */
export const wildcards = { NONE: { value: 'none' }, ANY: { value: 'any' } } as const;

/** A list with nullable elements, as some arguments are published: nulls are removed. */
export const itemsOptional = { list: false, items: false } as const;

export function numbersOf(values: readonly (string | number)[] | null | undefined): number[] | undefined {
  return values?.map(Number).filter((number) => Number.isInteger(number) && number > 0 && number <= 2_147_483_647);
}

/** `iid` and `iids` combined; an invalid number matches nothing. */
export function iidsOf(args: {
  iid?: string | number | null;
  iids?: readonly (string | number)[] | null;
}): FilterFields['iids'] {
  const wanted = [...(args.iid ? [args.iid] : []), ...(args.iids ?? [])];
  if (wanted.length === 0) return undefined;
  const numbers = numbersOf(wanted) ?? [];
  return numbers.length === 0 ? [0] : numbers;
}
