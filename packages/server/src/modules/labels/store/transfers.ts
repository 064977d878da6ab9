import type { LabelId, NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { idsBelow } from '../../namespaces/store/transfers.ts';

/** A label of a group that something below another group or project uses. */
export interface UsedLabel {
  id: LabelId;
  title: string;
  color: string;
  description: string;
  /** A label of the same title that is available there. */
  sameId: LabelId | null;
}

const itemsBelow = (movedId: NamespaceId) =>
  sql`SELECT id FROM work_items WHERE namespace_id IN (${idsBelow(movedId)})`;
const requestsBelow = (movedId: NamespaceId) =>
  sql`SELECT id FROM merge_requests WHERE project_id IN (${idsBelow(movedId)})`;
const boardsBelow = (movedId: NamespaceId) => sql`SELECT id FROM boards WHERE namespace_id IN (${idsBelow(movedId)})`;

/** The labels of these groups that items, merge requests and boards in `movedId` and below use. `availableIn`: it and its ancestors. */
export async function labelsUsedBelow(
  db: Db,
  movedId: NamespaceId,
  groupIds: readonly NamespaceId[],
  availableIn: readonly NamespaceId[],
): Promise<readonly UsedLabel[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<UsedLabel>`
    SELECT l.id, l.title, l.color, l.description,
      (SELECT same.id FROM labels same WHERE same.title = l.title AND same.namespace_id = ANY(${availableIn}::bigint[]) LIMIT 1) AS same_id
    FROM labels l WHERE l.namespace_id = ANY(${groupIds}::bigint[]) AND (
      EXISTS (SELECT FROM work_item_labels u JOIN work_items w ON w.id = u.work_item_id
        WHERE u.label_id = l.id AND w.namespace_id IN (${idsBelow(movedId)}))
      OR EXISTS (SELECT FROM merge_request_labels u WHERE u.label_id = l.id AND u.merge_request_id IN (${requestsBelow(movedId)}))
      OR EXISTS (SELECT FROM board_labels u WHERE u.label_id = l.id AND u.board_id IN (${boardsBelow(movedId)}))
      OR EXISTS (SELECT FROM board_lists u WHERE u.label_id = l.id AND u.board_id IN (${boardsBelow(movedId)})))
    ORDER BY l.id`.execute(db);
  return rows;
}

/** A label, and the one that takes its place. */
export interface LabelReplacement {
  from: LabelId;
  to: LabelId;
}

const pairsOf = (replacements: readonly LabelReplacement[], alias = sql`pair`) =>
  sql`unnest(${replacements.map((each) => each.from)}::bigint[], ${replacements.map((each) => each.to)}::bigint[]) AS ${alias} (label_id, to_id)`;
/** `IS TRUE`: the rows of given items are few, and an index by label would be searched for each item and label. */
const isReplacedBy = (replacements: readonly LabelReplacement[]) =>
  sql`(label_id = ANY(${replacements.map((each) => each.from)}::bigint[])) IS TRUE`;

/** Gives everything in `movedId` and below other labels. */
export async function replaceLabelsBelow(
  trx: Db,
  movedId: NamespaceId,
  replacements: readonly LabelReplacement[],
): Promise<void> {
  await replaceLabelsOf(trx, itemsBelow(movedId), replacements);
  await replaceLabelsBeside(trx, movedId, replacements);
}

/** Gives items other labels, with the times when they had them: each table in one statement, because a group may have hundreds of labels. */
export async function replaceLabelsOf(
  trx: Db,
  items: RawBuilder<unknown>,
  replacements: readonly LabelReplacement[],
): Promise<void> {
  if (replacements.length === 0) return;
  const pairs = pairsOf(replacements);
  const isReplaced = isReplacedBy(replacements);
  await sql`
    UPDATE work_item_past_labels past SET label_id = pair.to_id FROM ${pairs}
    WHERE past.label_id = pair.label_id AND past.work_item_id IN (${items})`.execute(trx);
  // Of two labels that become the same, the one with the lower id stays.
  const isFirst = sql`NOT EXISTS (
    SELECT FROM work_item_labels o JOIN ${pairsOf(replacements, sql`same`)} ON same.label_id = o.label_id
    WHERE o.work_item_id = l.work_item_id AND same.to_id = pair.to_id AND o.label_id < l.label_id)`;
  const hasTwins = new Set(replacements.map(({ to }) => to)).size < replacements.length;
  // In place: half the index entries of new rows, and no past that would have to be deleted.
  await sql`
    UPDATE work_item_labels l SET label_id = pair.to_id FROM ${pairs}
    WHERE pair.label_id = l.label_id AND l.work_item_id IN (${items})
      AND NOT EXISTS (SELECT FROM work_item_labels o WHERE o.work_item_id = l.work_item_id AND o.label_id = pair.to_id)
      AND ${hasTwins ? isFirst : sql`true`}`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM work_item_labels WHERE ${isReplaced} AND work_item_id IN (${items})`.execute(trx);
  if (numAffectedRows === 0n) return;
  // The times up to now are those of the new labels as well.
  await sql`DELETE FROM work_item_past_labels WHERE ${isReplaced} AND work_item_id IN (${items})`.execute(trx);
}

/** Gives the merge requests and boards in `movedId` and below other labels. */
export async function replaceLabelsBeside(
  trx: Db,
  movedId: NamespaceId,
  replacements: readonly LabelReplacement[],
): Promise<void> {
  if (replacements.length === 0) return;
  const pairs = pairsOf(replacements);
  const isReplaced = isReplacedBy(replacements);
  for (const [table, owner, owners] of [
    ['merge_request_labels', 'merge_request_id', requestsBelow(movedId)],
    ['board_labels', 'board_id', boardsBelow(movedId)],
  ] as const) {
    await sql`
      INSERT INTO ${sql.table(table)} (${sql.ref(owner)}, label_id)
      SELECT ${sql.ref(owner)}, pair.to_id FROM ${sql.table(table)} JOIN ${pairs} USING (label_id) WHERE ${sql.ref(owner)} IN (${owners})
      ON CONFLICT DO NOTHING`.execute(trx);
    await sql`DELETE FROM ${sql.table(table)} WHERE ${isReplaced} AND ${sql.ref(owner)} IN (${owners})`.execute(trx);
  }
  // A board has one list of a label.
  await sql`
    UPDATE board_lists l SET label_id = first.to_id FROM (
      SELECT DISTINCT ON (o.board_id, pair.to_id) o.id, o.board_id, pair.to_id FROM board_lists o JOIN ${pairs} USING (label_id)
      WHERE o.board_id IN (${boardsBelow(movedId)}) ORDER BY o.board_id, pair.to_id, o.position, o.id) AS first
    WHERE l.id = first.id
      AND NOT EXISTS (SELECT FROM board_lists o WHERE o.board_id = l.board_id AND o.label_id = first.to_id)`.execute(
    trx,
  );
  await sql`DELETE FROM board_lists WHERE ${isReplaced} AND board_id IN (${boardsBelow(movedId)})`.execute(trx);
}
