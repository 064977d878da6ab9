import type { WorkItemId } from '@milepost/core/ids';
import { sql, type SqlBool } from 'kysely';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** Anywhere below this item. */
    ancestorId?: WorkItemId;
  }
}

/** What lies below one item, at any depth: the roadmap of one epic as a flat list. */
export const ancestorFilter: FilterWord = {
  name: 'ancestor',
  conditions({ ancestorId }, operator) {
    if (ancestorId === undefined) return [];
    const isBelow = sql<SqlBool>`(w.ancestor_ids @> ARRAY[${ancestorId}]::bigint[])`;
    return [operator === 'not' ? sql<SqlBool>`(NOT ${isBelow})` : isBelow];
  },
};
