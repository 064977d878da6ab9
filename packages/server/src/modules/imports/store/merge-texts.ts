import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { NamespaceKind } from '../../namespaces/table.ts';

export type TextKind = 'items' | 'notes' | 'requests' | 'requestNotes';

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
  const { rows } = await questions[kind](after, limit).execute(trx);
  return rows;
}

export async function saveHtml(trx: Db, kind: TextKind, texts: readonly { id: number; html: string }[]): Promise<void> {
  if (texts.length === 0) return;
  const { table, html } = columnsOf[kind];
  await sql`
    UPDATE ${sql.table(table)} t SET ${sql.ref(html)} = changed.html
    FROM json_to_recordset(${JSON.stringify(texts)}::json) AS changed (id bigint, html text) WHERE t.id = changed.id`.execute(
    trx,
  );
}

const columnsOf: Readonly<Record<TextKind, { table: string; html: string }>> = {
  items: { table: 'work_items', html: 'description_html' },
  notes: { table: 'notes', html: 'body_html' },
  requests: { table: 'merge_requests', html: 'description_html' },
  requestNotes: { table: 'merge_request_notes', html: 'body_html' },
};

const questions: Readonly<Record<TextKind, (after: number, limit: number) => RawBuilder<MergedText>>> = {
  items: (after, limit) => sql`
    SELECT w.id, w.description AS text, n.full_path AS path, n.kind
    FROM placed_items p JOIN staged_items s ON s.item = p.item AND s.needs_references
    JOIN work_items w ON w.id = p.id JOIN namespaces n ON n.id = w.namespace_id
    WHERE p.is_new AND p.id > ${after}::bigint ORDER BY p.id LIMIT ${limit}`,
  notes: (after, limit) => sql`
    SELECT t.id, t.body AS text, n.full_path AS path, n.kind
    FROM placed_notes p JOIN staged_notes s ON s.note = p.note AND s.needs_references
    JOIN notes t ON t.id = p.id JOIN work_items w ON w.id = t.work_item_id JOIN namespaces n ON n.id = w.namespace_id
    WHERE p.id > ${after}::bigint ORDER BY p.id LIMIT ${limit}`,
  requests: (after, limit) => sql`
    SELECT m.id, m.description AS text, n.full_path AS path, n.kind
    FROM placed_requests p JOIN staged_requests s ON s.request = p.request AND s.needs_references
    JOIN merge_requests m ON m.id = p.id JOIN namespaces n ON n.id = m.project_id
    WHERE p.is_new AND p.id > ${after}::bigint ORDER BY p.id LIMIT ${limit}`,
  requestNotes: (after, limit) => sql`
    SELECT t.id, t.body AS text, n.full_path AS path, n.kind
    FROM placed_request_notes p JOIN staged_request_notes s ON s.note = p.note AND s.needs_references
    JOIN merge_request_notes t ON t.id = p.id JOIN merge_requests m ON m.id = t.merge_request_id
    JOIN namespaces n ON n.id = m.project_id
    WHERE p.id > ${after}::bigint ORDER BY p.id LIMIT ${limit}`,
};
