import type { WorkItemId } from '@milepost/core/ids';
import { sql, type SqlBool } from 'kysely';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** A descendant of this item. */
    ancestorId?: WorkItemId;
  }
}

/** The descendants of one item: the roadmap of one epic as a flat list. */
export const ancestorFilter: FilterWord = {
  name: 'ancestor',
  conditions({ ancestorId }, operator) {
    if (ancestorId === undefined) return [];
    const isBelow = sql<SqlBool>`(w.ancestor_ids @> ARRAY[${ancestorId}]::bigint[])`;
    return [operator === 'not' ? sql<SqlBool>`(NOT ${isBelow})` : isBelow];
  },
};
