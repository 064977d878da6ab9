import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { NamespaceKind } from '../../namespaces/table.ts';

export type TextKind = 'items' | 'notes';

export interface MergedText {
  id: number;
  text: string;
  /** The column of the text. */
  path: string;
  kind: NamespaceKind;
}

/** The next new texts with references, in order of id. */
export async function textsWithReferences(
  trx: Db,
  kind: TextKind,
  after: number,
  limit: number,
): Promise<MergedText[]> {
  const question =
    kind === 'items'
      ? sql<MergedText>`
        SELECT w.id, w.description AS text, n.full_path AS path, n.kind
        FROM placed_items p JOIN staged_items s ON s.item = p.item AND s.needs_references
        JOIN work_items w ON w.id = p.id JOIN namespaces n ON n.id = w.namespace_id
        WHERE p.is_new AND p.id > ${after}::bigint ORDER BY p.id LIMIT ${limit}`
      : sql<MergedText>`
        SELECT t.id, t.body AS text, n.full_path AS path, n.kind
        FROM placed_notes p JOIN staged_notes s ON s.note = p.note AND s.needs_references
        JOIN notes t ON t.id = p.id JOIN work_items w ON w.id = t.work_item_id JOIN namespaces n ON n.id = w.namespace_id
        WHERE p.id > ${after}::bigint ORDER BY p.id LIMIT ${limit}`;
  const { rows } = await question.execute(trx);
  return rows;
}

export async function saveHtml(trx: Db, kind: TextKind, texts: readonly { id: number; html: string }[]): Promise<void> {
  if (texts.length === 0) return;
  const changed = sql`json_to_recordset(${JSON.stringify(texts)}::json) AS changed (id bigint, html text)`;
  const statement =
    kind === 'items'
      ? sql`UPDATE work_items w SET description_html = changed.html FROM ${changed} WHERE w.id = changed.id`
      : sql`UPDATE notes t SET body_html = changed.html FROM ${changed} WHERE t.id = changed.id`;
  await statement.execute(trx);
}
