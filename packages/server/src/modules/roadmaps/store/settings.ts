import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { StoredSettings } from '@milepost/core/roadmap/stored-settings';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** A person's roadmap settings for a group; null when there are none. */
export async function settingsOf(db: Db, userId: UserId, namespaceId: NamespaceId): Promise<StoredSettings | null> {
  const row = await db
    .selectFrom('roadmapSettings')
    .select('settings')
    .where('userId', '=', userId)
    .where('namespaceId', '=', namespaceId)
    .executeTakeFirst();
  return row?.settings ?? null;
}

/**
 * A person's settings for their latest `count` groups and for the one at `fullPath`, by full path. They are the person's own
 * choice and reveal nothing of a group, so its visibility is not checked.
 */
export async function latestSettingsOf(
  db: Db,
  userId: UserId,
  fullPath: string | null,
  count: number,
): Promise<Record<string, StoredSettings>> {
  const { rows } = await sql<{ fullPath: string; settings: StoredSettings }>`
    (SELECT n.full_path, s.settings FROM roadmap_settings s JOIN namespaces n ON n.id = s.namespace_id
      WHERE s.user_id = ${userId} ORDER BY s.updated_at DESC LIMIT ${count})
    UNION
    SELECT n.full_path, s.settings FROM namespaces n JOIN roadmap_settings s ON s.namespace_id = n.id
      WHERE s.user_id = ${userId} AND lower(n.full_path) = ${fullPath?.toLowerCase() ?? ''}`.execute(db);
  return Object.fromEntries(rows.map(({ fullPath: path, settings }) => [path, settings]));
}

/** Locks the row for the transaction, creating it if there is none, so that two pages of one person are serialized. */
export async function lockSettings(trx: Db, userId: UserId, namespaceId: NamespaceId): Promise<StoredSettings> {
  const row = await trx
    .insertInto('roadmapSettings')
    .values({ userId, namespaceId, settings: '{}' })
    .onConflict((conflict) => conflict.columns(['userId', 'namespaceId']).doUpdateSet({ updatedAt: sql`now()` }))
    .returning('settings')
    .executeTakeFirstOrThrow();
  return row.settings;
}

export async function saveSettings(
  trx: Db,
  userId: UserId,
  namespaceId: NamespaceId,
  settings: StoredSettings,
): Promise<void> {
  await trx
    .updateTable('roadmapSettings')
    .set({ settings: JSON.stringify(settings) })
    .where('userId', '=', userId)
    .where('namespaceId', '=', namespaceId)
    .execute();
}
