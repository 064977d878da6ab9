import type { FilterFields, FilterWord } from '../../work-items/sockets.ts';
import { filterConditions } from '../../work-items/store/list-conditions.ts';

declare module '../../work-items/sockets.ts' {
  interface FilterFields {
    /** Filters that must match in addition to the others, even those of the same name. */
    and?: WorkItemFilter;
  }
}

/** What a visitor adds to the filters of a public link: it can only show less. */
export const narrowingFilter: FilterWord = {
  name: 'and',
  conditions({ and }, operator, ctx, about) {
    if (!and || operator !== 'is') return [];
    const { today, tracking }: FilterFields = about.filter?.is ?? {};
    const filter = { ...and, is: { ...and.is, ...(today && { today }), ...(tracking && { tracking }) } };
    return filterConditions(ctx, { ...about, filter });
  },
};
