import { severities, type WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readCursor, type KeyType } from '../../../platform/cursors.ts';
import { pluggedOrders, type Order, type OrderMaker, type PluggedOrders } from '../sockets.ts';

export interface ListOrder {
  by: OrderKey;
  isDescending: boolean;
}

const both = ['epics', 'issues'] as const;

/** Orders by an item's own columns: undated items come last in both directions. */
export const orders = {
  startDate: (isDescending: boolean): Order => ({
    key: isDescending ? sql`w.start_date_descending` : sql`w.start_date_ascending`,
    type: 'date',
    walkable: ['epics'],
  }),
  dueDate: (isDescending: boolean): Order => ({
    key: isDescending ? sql`w.due_date_descending` : sql`w.due_date_ascending`,
    type: 'date',
    walkable: both,
    nullable: { column: sql`w.due_date`, missing: isDescending ? sql`'0001-01-01'::date` : sql`'9999-12-31'::date` },
  }),
  /** Items of several projects have the same numbers: those are ordered by id. */
  dueDateAndIid: (): Order => ({
    key: sql`(w.due_date_ascending::text || lpad(w.iid::text, 12, '0'))`,
    type: 'text',
  }),
  title: (): Order => ({ key: sql`lower(w.title)`, type: 'text', walkable: both }),
  createdAt: (): Order => ({ key: sql`w.created_at`, type: 'timestamptz', walkable: both }),
  updatedAt: (): Order => ({ key: sql`w.updated_at`, type: 'timestamptz', walkable: both }),
  closedAt: (isDescending: boolean): Order => ({
    key: isDescending
      ? sql`coalesce(w.closed_at, '-infinity'::timestamptz)`
      : sql`coalesce(w.closed_at, 'infinity'::timestamptz)`,
    type: 'timestamptz',
    walkable: ['issues'],
    nullable: {
      column: sql`w.closed_at`,
      missing: isDescending ? sql`'-infinity'::timestamptz` : sql`'infinity'::timestamptz`,
      valuedIn: 'closed',
    },
  }),
  weight: (isDescending: boolean): Order => ({
    key: isDescending ? sql`coalesce(w.weight, -1)` : sql`coalesce(w.weight, 2147483647)`,
    type: 'integer',
    walkable: ['issues'],
    nullable: { column: sql`w.weight`, missing: isDescending ? sql`-1` : sql`2147483647` },
  }),
  healthStatus: (isDescending: boolean): Order => {
    // "At risk" comes first, then "needs attention", which is alphabetical; items without a status come last in both
    // directions. Their key is a word, because some collations sort symbols before letters.
    const missing = isDescending ? sql`''` : sql`'zz'`;
    return {
      key: sql`coalesce(w.health_status, ${missing})`,
      type: 'text',
      walkable: ['issues'],
      nullable: { column: sql`w.health_status`, missing },
    };
  },
  severity: (): Order => ({
    key: sql`CASE WHEN w.type = 'incident' THEN array_position(${[...severities]}::text[], w.severity) ELSE 1 END`,
    type: 'integer',
  }),
  assignee: (isDescending: boolean): Order => ({
    // The first name of several assignees. The leading digit puts unassigned items last in both directions.
    key: sql`coalesce((
      SELECT ${isDescending ? sql`'1'` : sql`'0'`} || min(lower(u.name))
      FROM work_item_assignees a JOIN users u ON u.id = a.user_id WHERE a.work_item_id = w.id
    ), ${isDescending ? sql`'0'` : sql`'1'`})`,
    type: 'text',
  }),
  id: (): Order => ({ key: sql`w.id`, type: 'bigint' }),
  relativePosition: (): Order => ({ key: sql`w.relative_position`, type: 'integer' }),
} as const satisfies Record<string, (isDescending: boolean) => Order>;

export type OrderKey = keyof typeof orders | keyof PluggedOrders;

/** The sort key of a list, by the item's own columns or from a higher room. */
export function orderOf({ by, isDescending }: ListOrder): Order {
  const maker = (orders as Partial<Record<string, OrderMaker>>)[by] ?? pluggedOrders.get(by);
  if (!maker) throw new RangeError(`Unknown order: ${by}`);
  return maker(isDescending);
}

/** The rows after a cursor (sort key as text, id), in either direction; all rows without a cursor. */
export function afterCursor(
  order: ListOrder,
  isDownwards: boolean,
  cursor: readonly unknown[] | null,
): RawBuilder<SqlBool> {
  if (cursor === null) return sql<SqlBool>`true`;
  return after(orderOf(order).key, orderOf(order).type, isDownwards, cursor);
}

function after(
  key: RawBuilder<unknown>,
  type: KeyType,
  isDownwards: boolean,
  cursor: readonly unknown[],
): RawBuilder<SqlBool> {
  const [at, id] = readCursor(cursor, type, 'bigint');
  const comparison = isDownwards ? sql`<` : sql`>`;
  return sql<SqlBool>`(${key}, w.id) ${comparison} (${at}::${sql.raw(type)}, ${id}::bigint)`;
}

/** A range of an issue index in the order of a list, all of it or the part after a cursor. */
export interface IndexRange {
  key: RawBuilder<unknown>;
  /** The condition that selects the range, so that its start in the index is found. */
  isIn: RawBuilder<SqlBool>;
  inOrder: RawBuilder<unknown>;
}

/** The ranges of the issue index of one state in this order: rows with a value, and rows without. */
export function rangesOf(
  order: ListOrder,
  state: WorkItemState,
  isDownwards: boolean,
  cursor: readonly unknown[] | null,
): IndexRange[] {
  const { key, type, nullable } = orderOf(order);
  const direction = isDownwards ? sql`DESC` : sql`ASC`;
  const range = (column: RawBuilder<unknown>): IndexRange => ({
    key: column,
    isIn: cursor === null ? sql<SqlBool>`true` : after(column, type, isDownwards, cursor),
    inOrder: sql`ORDER BY ${column} ${direction}, w.id ${direction}`,
  });
  if (!nullable) return [range(key)];
  const { column, missing, valuedIn } = nullable;
  const valued = range(column);
  const withValue = { ...valued, isIn: sql<SqlBool>`${column} IS NOT NULL AND ${valued.isIn}` };
  const isLazy = cursor === null ? sql<SqlBool>`true` : afterMissing(missing, type, isDownwards, cursor);
  const without = { key: missing, isIn: isLazy, inOrder: sql`ORDER BY w.id ${direction}` };
  if (valuedIn) return [valuedIn === state ? withValue : without];
  return [withValue, { ...without, isIn: sql<SqlBool>`${column} IS NULL AND ${isLazy}` }];
}

/** As `after`, for a single key: the planner then knows the compared value, and only ids remain. */
function afterMissing(
  missing: RawBuilder<unknown>,
  type: KeyType,
  isDownwards: boolean,
  cursor: readonly unknown[],
): RawBuilder<SqlBool> {
  const [at, id] = readCursor(cursor, type, 'bigint');
  const comparison = isDownwards ? sql`<` : sql`>`;
  const value = sql`${at}::${sql.raw(type)}`;
  return sql<SqlBool>`(${missing} ${comparison} ${value} OR (${missing} = ${value} AND w.id ${comparison} ${id}::bigint))`;
}
