import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { pluggedOrders, type Order, type OrderMaker, type PluggedOrders } from './sockets.ts';

export interface ListOrder {
  by: OrderKey;
  isDescending: boolean;
}

const date = sql`date`;
const time = sql`timestamptz`;

/** What lists can be ordered by in an item's own columns: what has no date comes last in both directions. */
export const orders = {
  startDate: (isDescending: boolean): Order => ({
    key: isDescending ? sql`w.start_date_descending` : sql`w.start_date_ascending`,
    type: date,
    isWalkable: true,
  }),
  dueDate: (isDescending: boolean): Order => ({
    key: isDescending ? sql`w.due_date_descending` : sql`w.due_date_ascending`,
    type: date,
    isWalkable: true,
  }),
  title: (): Order => ({ key: sql`lower(w.title)`, type: sql`text`, isWalkable: true }),
  createdAt: (): Order => ({ key: sql`w.created_at`, type: time, isWalkable: true }),
  updatedAt: (): Order => ({ key: sql`w.updated_at`, type: time, isWalkable: true }),
  closedAt: (isDescending: boolean): Order => ({
    key: isDescending
      ? sql`coalesce(w.closed_at, '-infinity'::timestamptz)`
      : sql`coalesce(w.closed_at, 'infinity'::timestamptz)`,
    type: time,
  }),
  weight: (isDescending: boolean): Order => ({
    key: isDescending ? sql`coalesce(w.weight, -1)` : sql`coalesce(w.weight, 2147483647)`,
    type: sql`integer`,
  }),
  healthStatus: (isDescending: boolean): Order => ({
    // At risk comes first, then what needs attention; what nobody judged comes last in both directions.
    key: sql`CASE w.health_status WHEN 'at_risk' THEN 1 WHEN 'needs_attention' THEN 2 WHEN 'on_track' THEN 3
      ELSE ${isDescending ? sql`0` : sql`4`} END`,
    type: sql`integer`,
  }),
  id: (): Order => ({ key: sql`w.id`, type: sql`bigint` }),
  relativePosition: (): Order => ({ key: sql`w.relative_position`, type: sql`integer` }),
} as const satisfies Record<string, (isDescending: boolean) => Order>;

export type OrderKey = keyof typeof orders | keyof PluggedOrders;

/** How a list in this order is sorted, by the item's own columns or as a higher room says. */
export function orderOf({ by, isDescending }: ListOrder): Order {
  const maker = (orders as Partial<Record<string, OrderMaker>>)[by] ?? pluggedOrders.get(by);
  if (!maker) throw new RangeError(`Nothing is ordered by ${by}`);
  return maker(isDescending);
}

/**
 * What comes after the row that a cursor holds (sort key as text, id), walking up or down; everything without a cursor.
 */
export function afterCursor(
  order: ListOrder,
  isDownwards: boolean,
  cursor: readonly unknown[] | null,
): RawBuilder<SqlBool> {
  if (cursor === null) return sql<SqlBool>`true`;
  const { key, type } = orderOf(order);
  const [at, id] = cursor;
  const comparison = isDownwards ? sql`<` : sql`>`;
  return sql<SqlBool>`(${key}, w.id) ${comparison} (${String(at)}::${type}, ${String(id)}::bigint)`;
}
