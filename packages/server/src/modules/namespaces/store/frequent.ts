import { ELIGIBLE_FREQUENCY, FREQUENT_LIMIT, FREQUENT_PAUSE, type FrequentItem } from '@milepost/core/frequent-items';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { visibleNamespaces } from '../policy.ts';
import type { NamespaceKind } from '../table.ts';

/** Counts a use, at most once in 24 hours; returns whether it was counted. */
export async function countUse(trx: Db, userId: UserId, namespaceId: NamespaceId): Promise<boolean> {
  const result = await sql`
    INSERT INTO frequent_items (user_id, namespace_id) VALUES (${userId}, ${namespaceId})
    ON CONFLICT (user_id, namespace_id) DO UPDATE SET frequency = frequent_items.frequency + 1, last_accessed_at = now()
    WHERE frequent_items.last_accessed_at < now() - make_interval(secs => ${FREQUENT_PAUSE / 1000})`.execute(trx);
  return Number(result.numAffectedRows ?? 0) > 0;
}

/** Deletes a person's least used entries beyond the limit of a kind, except the given one. */
export async function dropLeastUsed(
  trx: Db,
  userId: UserId,
  kind: NamespaceKind,
  namespaceId: NamespaceId,
): Promise<void> {
  await sql`
    DELETE FROM frequent_items WHERE user_id = ${userId} AND namespace_id IN (
      SELECT f.namespace_id FROM frequent_items f JOIN namespaces n ON n.id = f.namespace_id
      WHERE f.user_id = ${userId} AND n.kind = ${kind} AND f.namespace_id <> ${namespaceId}
      ORDER BY f.frequency DESC, f.last_accessed_at DESC OFFSET ${FREQUENT_LIMIT - 1}
    )`.execute(trx);
}

export interface FrequentNamespace extends FrequentItem {
  id: NamespaceId;
  fullName: string;
  fullPath: string;
}

/** A person's frequent groups or projects among those they may still see, most used first. */
export async function frequentNamespaces(db: Db, viewer: Viewer, kind: NamespaceKind): Promise<FrequentNamespace[]> {
  const { rows } = await sql<Omit<FrequentNamespace, 'lastAccessedOn'> & { lastAccessedAt: Date }>`
    SELECT n.id, n.full_name, n.full_path, f.frequency, f.last_accessed_at
    FROM frequent_items f JOIN namespaces n ON n.id = f.namespace_id
    WHERE f.user_id = ${viewer.id} AND n.kind = ${kind} AND f.frequency >= ${ELIGIBLE_FREQUENCY} AND ${visibleNamespaces(viewer)}
    ORDER BY f.frequency DESC, f.last_accessed_at DESC`.execute(db);
  return rows.map(({ lastAccessedAt, ...row }) => ({ ...row, lastAccessedOn: lastAccessedAt.getTime() }));
}
