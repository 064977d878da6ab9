import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { Slice } from '../../platform/cursors.ts';
import type { Db } from '../../platform/database/tables.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import type { AiCallTable } from './table.ts';

export async function insertCall(db: Db, call: Insertable<AiCallTable>): Promise<void> {
  await db.insertInto('aiCalls').values(call).execute();
}

/** The tokens that a person has used since midnight (UTC). */
export async function tokensToday(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    SELECT coalesce(sum(tokens_in + tokens_out), 0)::bigint AS tokens FROM ai_calls
    WHERE user_id = ${userId} AND created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`.execute(
    db,
  );
  return rows[0]?.tokens ?? 0;
}

/** A call with the names of its person and group. */
export interface ListedCall extends Selectable<AiCallTable> {
  username: string;
  name: string;
  isServiceAccount: boolean;
  namespacePath: string | null;
}

/** Of a group and everything below it; null: of the installation. */
export type CallsOf = { traversalIds: readonly NamespaceId[] } | null;

/** A slice of the log, the newest first, one more than requested. */
export async function callsAfter(db: Db, of: CallsOf, { limit, cursor }: Slice): Promise<ListedCall[]> {
  const beyond: RawBuilder<unknown> = cursor ? sql`AND c.id < ${Number(cursor[0])}` : sql``;
  const within: RawBuilder<unknown> = of ? namespacesBelow(of.traversalIds) : sql`true`;
  const { rows } = await sql<ListedCall>`
    SELECT c.*, u.username, u.name, u.is_service_account, n.full_path AS namespace_path
    FROM ai_calls c JOIN users u ON u.id = c.user_id LEFT JOIN namespaces n ON n.id = c.namespace_id
    WHERE ${within} ${beyond} ORDER BY c.id DESC LIMIT ${limit + 1}`.execute(db);
  return rows;
}

const RETENTION_DAYS = 366;

export async function removeOldCalls(db: Db): Promise<void> {
  await sql`DELETE FROM ai_calls WHERE created_at < now() - make_interval(days => ${RETENTION_DAYS})`.execute(db);
}

/** The titles of labels that an item of a namespace can have, the most used first. */
export async function labelTitles(db: Db, traversalIds: readonly NamespaceId[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    SELECT l.title FROM labels l WHERE l.namespace_id = ANY(${traversalIds}::bigint[]) AND l.archived_at IS NULL
    GROUP BY l.title
    ORDER BY sum((SELECT count(*) FROM (SELECT FROM work_item_labels wl WHERE wl.label_id = l.id LIMIT 1000) AS used)) DESC, l.title
    LIMIT ${limit}`.execute(db);
  return rows.map(({ title }) => title);
}
