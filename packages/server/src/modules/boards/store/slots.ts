import { CLOSED, NONE, parseSlotKey, type SlotKey, type SlotKind } from '@milepost/core/boards/boards';
import type { WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Board } from '../store.ts';
import { slotKindSql } from './slot-kinds.ts';

/** The columns, or the lanes, of a board: which values they have, and whether closed items have a column of their own. */
export interface SlotSet {
  values: readonly { kind: SlotKind; id: number }[];
  /** Lanes hold items of both states. */
  splitsByState: boolean;
}

/** The cards of a board, of one of its columns, or of the part of a column in one lane. */
export interface CardRange {
  board: Board | null;
  /** Only descendants of this epic. */
  epicId?: WorkItemId | null;
  slots: readonly { set: SlotSet; key: SlotKey }[];
}

interface KindOfSet {
  kind: SlotKind;
  ids: readonly number[];
}

function kindsOf({ values }: SlotSet): KindOfSet[] {
  const ids = new Map<SlotKind, number[]>();
  for (const { kind, id } of values) ids.set(kind, [...(ids.get(kind) ?? []), id]);
  return [...ids].map(([kind, each]) => ({ kind, ids: each }));
}

const rulesOf = (kind: SlotKind) => slotKindSql[kind];

const isOpened = sql<SqlBool>`w.state = 'opened'`;

/** Closed items are in no column by value, unless the value implies the state. */
function fitsState(set: SlotSet, kind: SlotKind): RawBuilder<SqlBool> {
  return set.splitsByState && !rulesOf(kind).decidesState ? isOpened : sql<SqlBool>`true`;
}

/** The keys of the columns or lanes that contain the item `w`, without the key `none`. */
export function keysOfItem(set: SlotSet): RawBuilder<unknown> {
  const byValue = kindsOf(set).map(
    ({ kind, ids }) => sql`
      SELECT ${`${kind}:`}::text || value.id AS key FROM (${rulesOf(kind).valuesAmong(ids)}) AS value
      WHERE ${fitsState(set, kind)}`,
  );
  const closed = set.splitsByState ? [sql`SELECT ${CLOSED}::text AS key WHERE ${isClosedAlone(set)}`] : [];
  const parts = [...byValue, ...closed];
  return parts.length === 0 ? sql`SELECT NULL::text AS key WHERE false` : sql.join(parts, sql` UNION ALL `);
}

/** Whether the item is closed and in no column whose value implies that. */
function isClosedAlone(set: SlotSet): RawBuilder<SqlBool> {
  const deciding = kindsOf(set).filter(({ kind }) => rulesOf(kind).decidesState);
  return joined([sql<SqlBool>`w.state = 'closed'`, ...deciding.map(hasNone)]);
}

function hasNone({ kind, ids }: KindOfSet): RawBuilder<SqlBool> {
  return sql<SqlBool>`NOT EXISTS (${rulesOf(kind).valuesAmong(ids)})`;
}

/** Whether the item `w` is in a column or lane. A key that is not in the set contains nothing. */
export function isInSlot(set: SlotSet, key: SlotKey): RawBuilder<SqlBool> {
  if (key === NONE) return joined([...(set.splitsByState ? [isOpened] : []), ...kindsOf(set).map(hasNone)]);
  if (key === CLOSED && set.splitsByState) return isClosedAlone(set);
  const value = parseSlotKey(key);
  const isKnown = value && set.values.some(({ kind, id }) => kind === value.kind && id === value.id);
  if (!isKnown) return sql<SqlBool>`false`;
  const found = rulesOf(value.kind).valuesAmong(
    // The nearest epic is one among all of them.
    value.kind === 'epic' ? set.values.map(({ id }) => id) : [value.id],
  );
  return joined([
    sql<SqlBool>`EXISTS (SELECT FROM (${found}) AS value WHERE value.id = ${value.id})`,
    fitsState(set, value.kind),
  ]);
}

function joined(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
}
