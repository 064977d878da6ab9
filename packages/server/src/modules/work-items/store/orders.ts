import type { Viewer } from '@milepost/core/roles';
import { severities, type WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readCursor, type KeyType } from '../../../platform/cursors.ts';
import { pluggedOrders, type Order, type OrderMaker, type PluggedOrders } from '../sockets.ts';

export interface ListOrder {
  by: OrderKey;
  isDescending: boolean;
}

const byTitle = { key: sql`lower(w.title)`, type: 'text' } as const;
const byIid = { key: sql`w.iid`, type: 'integer' } as const;

/** Orders by an item's own columns: undated items come last in both directions. */
export const orders = {
  startDate: (isDescending: boolean): Order => ({
    // Computed from a column of the index of all epics, which is read instead of the rows.
    key: isDescending ? sql`coalesce(w.start_date, '0001-01-01'::date)` : sql`w.start_date_ascending`,
    type: 'date',
  }),
  startDateAndTitle: (): Order => ({
    key: sql`w.start_date_ascending`,
    type: 'date',
    ties: [byTitle, byIid],
    walkable: ['epics'],
  }),
  dueDate: (isDescending: boolean): Order => ({
    key: isDescending ? sql`coalesce(w.due_date, '0001-01-01'::date)` : sql`w.due_date_ascending`,
    type: 'date',
    walkable: ['issues'],
    nullable: { column: sql`w.due_date`, missing: isDescending ? sql`'0001-01-01'::date` : sql`'9999-12-31'::date` },
  }),
  dueDateAndTitle: (): Order => ({
    key: sql`w.due_date_ascending`,
    type: 'date',
    ties: [{ key: sql`w.start_date_ascending`, type: 'date' }, byTitle, byIid],
    startsAt: (day) => sql<SqlBool>`w.due_date_ascending >= ${day}::date`,
    walkable: ['epics'],
  }),
  /** Items of several projects have the same numbers: those are ordered by id. */
  dueDateAndIid: (): Order => ({
    key: sql`(w.due_date_ascending::text || lpad(w.iid::text, 12, '0'))`,
    type: 'text',
  }),
  title: (): Order => ({
    ...byTitle,
    walkable: ['issues'],
    beside: { table: sql`(SELECT * FROM work_item_titles WHERE NOT is_epic)`, key: sql`lower(k.title)` },
  }),
  createdAt: (): Order => ({ key: sql`w.created_at`, type: 'timestamptz', walkable: ['issues'] }),
  updatedAt: (): Order => ({ key: sql`w.updated_at`, type: 'timestamptz', walkable: ['issues'] }),
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
    beside: { table: sql`issue_ranks`, key: sql`k.weight` },
    nullable: { column: sql`k.weight`, missing: isDescending ? sql`-1` : sql`2147483647` },
  }),
  healthStatus: (isDescending: boolean): Order => {
    // "At risk" comes first, then "needs attention", which is alphabetical; items without a status come last in both
    // directions. Their key is a word, because some collations sort symbols before letters.
    const missing = isDescending ? sql`''` : sql`'zz'`;
    return {
      key: sql`coalesce(w.health_status, ${missing})`,
      type: 'text',
      walkable: ['issues'],
      beside: { table: sql`issue_ranks`, key: sql`k.health_status` },
      nullable: { column: sql`k.health_status`, missing },
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
export function orderOf({ by, isDescending }: ListOrder, viewer: Viewer): Order {
  const maker = (orders as Partial<Record<string, OrderMaker>>)[by] ?? pluggedOrders.get(by);
  if (!maker) throw new RangeError(`Unknown order: ${by}`);
  return maker(isDescending, viewer);
}

/** The sort key of an order and its ties as columns of a relation: `key`, `tie_1` and so on. */
export interface KeyColumns {
  /** Computes them from the row `w`. */
  computed: RawBuilder<unknown>;
  /** Those of the relation `alias`. */
  of(alias: string): RawBuilder<unknown>;
  /** As one array of texts: with the id, a cursor. */
  textsOf(alias: string): RawBuilder<string[]>;
  /** ORDER BY them and the id. */
  inOrder(isDownwards: boolean, alias?: string): RawBuilder<unknown>;
}

export function keyColumnsOf(order: ListOrder, viewer: Viewer): KeyColumns {
  const keys = keysOf(order, viewer);
  const names = keys.map(({ name }) => name);
  const within = (alias?: string) => (name: string) => sql.ref(alias ? `${alias}.${name}` : name);
  return {
    computed: sql.join(keys.map(({ key, name }) => sql`${key} AS ${sql.id(name)}`)),
    of: (alias) => sql.join(names.map(within(alias))),
    textsOf: (alias) => sql`ARRAY[${sql.join(names.map(within(alias)).map((name) => sql`${name}::text`))}]`,
    inOrder: (isDownwards, alias) => {
      const direction = isDownwards ? sql`DESC` : sql`ASC`;
      return sql`ORDER BY ${sql.join([...names, 'id'].map(within(alias)).map((name) => sql`${name} ${direction}`))}`;
    },
  };
}

/** The rows after a cursor (sort key and ties as text, id), in either direction; all rows without a cursor. */
export function afterCursor(
  order: ListOrder,
  viewer: Viewer,
  isDownwards: boolean,
  cursor: readonly unknown[] | null,
): RawBuilder<SqlBool> {
  return cursor === null ? sql<SqlBool>`true` : after(keysOf(order, viewer), isDownwards, cursor);
}

function after(
  keys: readonly Pick<Order, 'key' | 'type'>[],
  isDownwards: boolean,
  cursor: readonly unknown[],
  id = sql`w.id`,
): RawBuilder<SqlBool> {
  const types = [...keys.map(({ type }) => type), 'bigint'] as const;
  const values = readCursor(cursor, ...types).map((value, at) => sql`${value}::${sql.raw(types[at] ?? '')}`);
  const comparison = isDownwards ? sql`<` : sql`>`;
  return sql<SqlBool>`(${sql.join(keys.map(({ key }) => key))}, ${id}) ${comparison} (${sql.join(values)})`;
}

/** As `afterCursor`, of rows that have the keys as columns: those of the relation `alias`. */
export function columnsAfterCursor(
  order: ListOrder,
  viewer: Viewer,
  isDownwards: boolean,
  cursor: readonly unknown[] | null,
  alias: string,
): RawBuilder<SqlBool> {
  if (cursor === null) return sql<SqlBool>`true`;
  const keys = keysOf(order, viewer).map(({ type, name }) => ({ key: sql.ref(`${alias}.${name}`), type }));
  return after(keys, isDownwards, cursor, sql.ref(`${alias}.id`));
}

/** The keys of a cursor and its id as SQL. */
export function readListCursor(
  order: ListOrder,
  viewer: Viewer,
  cursor: readonly unknown[],
): { keys: RawBuilder<unknown>[]; id: RawBuilder<unknown> } {
  const types = [...keysOf(order, viewer).map(({ type }) => type), 'bigint'] as const;
  const keys = readCursor(cursor, ...types).map((value, at) => sql`${value}::${sql.raw(types[at] ?? '')}`);
  return { keys: keys.slice(0, -1), id: keys.at(-1) ?? sql`NULL` };
}

function keysOf(order: ListOrder, viewer: Viewer): (Pick<Order, 'key' | 'type'> & { name: string })[] {
  const { ties = [], ...first } = orderOf(order, viewer);
  return [first, ...ties].map(({ key, type }, at) => ({ key, type, name: at === 0 ? 'key' : `tie_${at}` }));
}

/** A range of an issue index in the order of a list, all of it or the part after a cursor: of the rows `w`, or `k` of an order beside them. */
export interface IndexRange {
  key: RawBuilder<unknown>;
  /** The condition that selects the range, so that its start in the index is found. */
  isIn: RawBuilder<SqlBool>;
  inOrder: RawBuilder<unknown>;
}

/** The ranges of the issue index of one state (null: beside the rows, of all states) in this order: rows with a value, and rows without. */
export function rangesOf(
  order: ListOrder,
  viewer: Viewer,
  state: WorkItemState | null,
  isDownwards: boolean,
  cursor: readonly unknown[] | null,
): IndexRange[] {
  const { key, type, nullable, beside } = orderOf(order, viewer);
  const id = beside ? sql`k.work_item_id` : sql`w.id`;
  const direction = isDownwards ? sql`DESC` : sql`ASC`;
  const range = (column: RawBuilder<unknown>): IndexRange => ({
    key: column,
    isIn: cursor === null ? sql<SqlBool>`true` : after([{ key: column, type }], isDownwards, cursor, id),
    inOrder: sql`ORDER BY ${column} ${direction}, ${id} ${direction}`,
  });
  if (!nullable) return [range(beside?.key ?? key)];
  const { column, missing, valuedIn } = nullable;
  const valued = range(column);
  const withValue = { ...valued, isIn: sql<SqlBool>`${column} IS NOT NULL AND ${valued.isIn}` };
  const isLazy = cursor === null ? sql<SqlBool>`true` : afterMissing(missing, type, isDownwards, cursor, id);
  // Beside the rows the index has those without a value, too, in the order of their ids.
  const without = { key: missing, isIn: isLazy, inOrder: beside ? valued.inOrder : sql`ORDER BY ${id} ${direction}` };
  if (valuedIn) return [valuedIn === state ? withValue : without];
  return [withValue, { ...without, isIn: sql<SqlBool>`${column} IS NULL AND ${isLazy}` }];
}

/** As `after`, for a single key: the planner then knows the compared value, and only ids remain. */
function afterMissing(
  missing: RawBuilder<unknown>,
  type: KeyType,
  isDownwards: boolean,
  cursor: readonly unknown[],
  id: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const [at, afterId] = readCursor(cursor, type, 'bigint');
  const comparison = isDownwards ? sql`<` : sql`>`;
  const value = sql`${at}::${sql.raw(type)}`;
  return sql<SqlBool>`(${missing} ${comparison} ${value} OR (${missing} = ${value} AND ${id} ${comparison} ${afterId}::bigint))`;
}
