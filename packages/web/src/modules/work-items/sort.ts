export type SortDirection = 'asc' | 'desc';

export interface Sort<Key extends string> {
  key: Key;
  direction: SortDirection;
}

/** Reads `updated_desc` from an address; the default for anything that is no sort of this list. */
export function readSort<Key extends string>(text: string, keys: readonly Key[], preset: Sort<Key>): Sort<Key> {
  const at = text.lastIndexOf('_');
  const key = keys.find((candidate) => candidate === text.slice(0, at));
  const direction = text.slice(at + 1);
  return key !== undefined && (direction === 'asc' || direction === 'desc') ? { key, direction } : preset;
}

/** Prints a sort for an address; undefined for the default, which needs no saying. */
export function printSort<Key extends string>(sort: Sort<Key>, preset: Sort<Key>): string | undefined {
  return sort.key === preset.key && sort.direction === preset.direction ? undefined : `${sort.key}_${sort.direction}`;
}
