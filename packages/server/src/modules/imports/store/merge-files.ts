import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** A file of the archive, whose bytes are stored as `keptAs`. */
export interface StagedFile {
  file: number;
  /** As the archive's texts refer to it. */
  secret: string;
  name: string;
  keptAs: string;
  fileName: string;
  byteSize: number;
  mediaType: string;
}

/** The next files of the archive, in order. */
export async function stagedFilesAfter(trx: Db, after: number, limit: number): Promise<StagedFile[]> {
  const { rows } = await sql<StagedFile>`
    SELECT file, secret, name, kept_as, file_name, byte_size, media_type FROM staged_files
    WHERE file > ${after}::bigint ORDER BY file LIMIT ${limit}`.execute(trx);
  return rows;
}

/** Creates the rows of files in a group or project; their bytes already have their names. */
export async function writeFiles(
  trx: Db,
  namespaceId: NamespaceId,
  files: readonly { secret: string; fileName: string; byteSize: number; mediaType: string }[],
): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto('uploads')
    .values(files.map((file) => ({ ...file, namespaceId, purpose: 'markdown' as const, uploadedById: null })))
    .execute();
}

/** New references by the archive's references. */
export async function saveAddresses(
  trx: Db,
  addresses: readonly { secret: string; name: string; address: string }[],
): Promise<void> {
  await sql`CREATE TEMPORARY TABLE IF NOT EXISTS placed_files (secret text, name text, address text, PRIMARY KEY (secret, name))`.execute(
    trx,
  );
  await sql`INSERT INTO placed_files SELECT * FROM json_to_recordset(${JSON.stringify(addresses)}::json)
    AS rows (secret text, name text, address text)`.execute(trx);
}

export async function addressesOf(
  trx: Db,
  secrets: readonly string[],
): Promise<{ secret: string; name: string; address: string }[]> {
  const { rows } = await sql<{ secret: string; name: string; address: string }>`
    SELECT secret, name, address FROM placed_files WHERE secret = ANY(${secrets}::text[])`.execute(trx);
  return rows;
}

/** The columns of the archive with texts that may refer to files. */
export const stagedTexts = ['items', 'notes', 'requests', 'requestNotes'] as const;
export type StagedTexts = (typeof stagedTexts)[number];

const columnsOf = {
  items: { table: 'staged_items', key: 'item', text: 'description', html: 'description_html' },
  notes: { table: 'staged_notes', key: 'note', text: 'body', html: 'body_html' },
  requests: { table: 'staged_requests', key: 'request', text: 'description', html: 'description_html' },
  requestNotes: { table: 'staged_request_notes', key: 'note', text: 'body', html: 'body_html' },
} as const;

export interface StagedText {
  key: number;
  text: string;
}

/** Copies the texts that may refer to files to a table, to be read in order. */
export async function extractTexts(trx: Db, which: StagedTexts): Promise<void> {
  const { table, key, text } = columnsOf[which];
  await sql`CREATE TEMPORARY TABLE ${sql.table(`filed_${which}`)} AS
    SELECT ${sql.ref(key)} AS key, ${sql.ref(text)} AS text FROM ${sql.table(table)}
    WHERE strpos(${sql.ref(text)}, '/uploads/') > 0`.execute(trx);
  await sql`ALTER TABLE ${sql.table(`filed_${which}`)} ADD PRIMARY KEY (key)`.execute(trx);
}

export async function extractedTexts(trx: Db, which: StagedTexts, after: number, limit: number): Promise<StagedText[]> {
  const { rows } = await sql<StagedText>`SELECT key, text FROM ${sql.table(`filed_${which}`)}
    WHERE key > ${after}::bigint ORDER BY key LIMIT ${limit}`.execute(trx);
  return rows;
}

/** Changes the copied texts; `writeBackTexts` writes them back to the staged tables. */
export async function changeTexts(trx: Db, which: StagedTexts, texts: readonly StagedText[]): Promise<void> {
  if (texts.length === 0) return;
  await sql`UPDATE ${sql.table(`filed_${which}`)} f SET text = changed.text
    FROM json_to_recordset(${JSON.stringify(texts)}::json) AS changed (key bigint, text text) WHERE f.key = changed.key`.execute(
    trx,
  );
}

/** They are rendered once the namespace of their files exists. */
export async function writeBackTexts(trx: Db, which: StagedTexts): Promise<void> {
  const { table, key, text, html } = columnsOf[which];
  await sql`UPDATE ${sql.table(table)} s SET ${sql.ref(text)} = f.text, ${sql.ref(html)} = '', needs_references = true
    FROM ${sql.table(`filed_${which}`)} f WHERE f.key = s.${sql.ref(key)}`.execute(trx);
}
