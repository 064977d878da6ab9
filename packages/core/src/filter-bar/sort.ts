/** A sort option, with its value in either direction. */
export interface SortOption {
  /** Unique among the options of a list. */
  id: string;
  title: string;
  sortDirection: { ascending: string; descending: string };
}

/** Whether a value may be the initial sort of a list: empty, or with a direction. */
export function isSortValue(value: string): boolean {
  return value === '' || /_(?:asc|desc)/i.test(value);
}

export interface Sorting {
  option: SortOption;
  isDescending: boolean;
}

/** The option and direction of a value; the first option, ascending, for an invalid or unknown one. */
export function sortingOf(value: string, options: readonly [SortOption, ...SortOption[]]): Sorting {
  const wanted = isSortValue(value) ? value.toLowerCase() : '';
  for (const option of options) {
    if (option.sortDirection.ascending.toLowerCase() === wanted) return { option, isDescending: false };
    if (option.sortDirection.descending.toLowerCase() === wanted) return { option, isDescending: true };
  }
  return { option: options[0], isDescending: false };
}

/** The value of an option and direction. */
export function sortValueOf({ option, isDescending }: Sorting): string {
  return isDescending ? option.sortDirection.descending : option.sortDirection.ascending;
}

/** The sort in the other direction. */
export function reversed({ option, isDescending }: Sorting): Sorting {
  return { option, isDescending: !isDescending };
}
