/** One thing to sort by, and its value in either direction. */
export interface SortOption {
  /** Different for each option of a list. */
  id: string;
  title: string;
  sortDirection: { ascending: string; descending: string };
}

/** Whether a value may be what a list is sorted by at first: nothing, or something with a direction. */
export function isSortValue(value: string): boolean {
  return value === '' || /_(?:asc|desc)/i.test(value);
}

export interface Sorting {
  option: SortOption;
  isDescending: boolean;
}

/** What a value sorts by; the first option, ascending, for one that is refused or unknown. */
export function sortingOf(value: string, options: readonly [SortOption, ...SortOption[]]): Sorting {
  const wanted = isSortValue(value) ? value.toLowerCase() : '';
  for (const option of options) {
    if (option.sortDirection.ascending.toLowerCase() === wanted) return { option, isDescending: false };
    if (option.sortDirection.descending.toLowerCase() === wanted) return { option, isDescending: true };
  }
  return { option: options[0], isDescending: false };
}

/** The value of a sorting. */
export function sortValueOf({ option, isDescending }: Sorting): string {
  return isDescending ? option.sortDirection.descending : option.sortDirection.ascending;
}

/** The same sorting the other way round. */
export function turned({ option, isDescending }: Sorting): Sorting {
  return { option, isDescending: !isDescending };
}
