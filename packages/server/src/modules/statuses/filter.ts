import type { StatusId } from '@milepost/core/ids';
import { statusCategories } from '@milepost/core/statuses/statuses';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { textsOf } from '../work-items/filter/values.ts';
import type { FilterWord, Given, OrderMaker } from '../work-items/sockets.ts';
import { readStatusId } from './filter/ids.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    statusId?: readonly StatusId[];
    /** Names, in any letter case and in any group. */
    statusName?: readonly string[];
  }
  interface PluggedOrders {
    status: true;
  }
}

/** `status:Done`: in this status, in none of these, in one of these. */
export const statusFilter: FilterWord = {
  name: 'status',
  feature: 'statuses',
  fromGraphql({ status }: Given) {
    const given = (Array.isArray(status) ? status : [status]) as (
      | { id?: string | null; name?: string | null }
      | null
      | undefined
    )[];
    const ids = given.flatMap((each) => (each?.id ? [readStatusId(each.id)] : []));
    const names = given.flatMap((each) => (each?.name ? [each.name] : []));
    return { statusId: ids.length > 0 ? ids : undefined, statusName: names.length > 0 ? names : undefined };
  },
  fromRest: ({ status }) => ({ statusName: textsOf(status) }),
  conditions({ statusId = [], statusName = [] }, operator) {
    const names = statusName.filter((name) => name !== '').map((name) => name.toLowerCase());
    const matches: RawBuilder<SqlBool>[] = [];
    if (statusId.length > 0) matches.push(sql`w.status_id = ANY(${statusId}::bigint[])`);
    // Read once per statement: statuses are few.
    if (names.length > 0) {
      matches.push(
        sql`w.status_id = ANY(ARRAY(SELECT s.id FROM statuses s WHERE lower(s.name) = ANY(${names}::text[])))`,
      );
    }
    if (matches.length === 0) return [];
    if (operator === 'not') return matches.map((match) => sql<SqlBool>`NOT (${match})`);
    return operator === 'or' ? [sql<SqlBool>`(${sql.join(matches, sql` OR `)})`] : matches;
  },
};

/** By category, and in a category by the order in the lifecycle. */
export const statusOrder: OrderMaker = () => ({
  key: sql`(SELECT array_position(${[...statusCategories]}::text[], s.category) * 1000 + coalesce((
    SELECT ls.position FROM lifecycle_statuses ls
    WHERE ls.status_id = s.id AND ls.lifecycle_id = coalesce(
      (SELECT lt.lifecycle_id FROM lifecycle_types lt WHERE lt.root_id = w.root_id AND lt.type = w.type), 1)), 999)
    FROM statuses s WHERE s.id = w.status_id)`,
  type: 'integer',
});
