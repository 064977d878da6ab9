import type { SlotKind } from '@milepost/core/boards/boards';
import { sql, type RawBuilder } from 'kysely';

/** The SQL of one kind of column or lane: a field that divides a board. */
export interface SlotKindSql {
  /** Those of these ids that the item `w` has, as rows of `id`. */
  valuesAmong(ids: readonly number[]): RawBuilder<unknown>;
  /** Whether each value implies open or closed; otherwise only open items are in columns of this kind. */
  decidesState?: boolean;
}

/** The value of a column of `work_items`. */
const ofColumn = (column: string): SlotKindSql => ({
  valuesAmong: (ids) => sql`SELECT w.${sql.ref(column)} AS id WHERE w.${sql.ref(column)} = ANY(${ids}::bigint[])`,
});

export const slotKindSql: Readonly<Record<SlotKind, SlotKindSql>> = {
  label: {
    valuesAmong: (ids) => sql`
      SELECT wl.label_id AS id FROM work_item_labels wl WHERE wl.work_item_id = w.id AND wl.label_id = ANY(${ids}::bigint[])`,
  },
  assignee: {
    valuesAmong: (ids) => sql`
      SELECT a.user_id AS id FROM work_item_assignees a WHERE a.work_item_id = w.id AND a.user_id = ANY(${ids}::bigint[])`,
  },
  status: { ...ofColumn('status_id'), decidesState: true },
  milestone: ofColumn('milestone_id'),
  iteration: ofColumn('iteration_id'),
  // The nearest epic above: a task belongs to the epic of its issue.
  epic: {
    valuesAmong: (ids) => sql`
      SELECT above.id FROM unnest(w.ancestor_ids) WITH ORDINALITY AS above (id, depth)
      WHERE above.id = ANY(${ids}::bigint[]) ORDER BY above.depth DESC LIMIT 1`,
  },
};
