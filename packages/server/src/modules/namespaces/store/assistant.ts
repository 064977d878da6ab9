import type { NamespaceId } from '@milepost/core/ids';
import type { DuoAvailability } from '@milepost/core/settings/assistant';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Namespace } from '../store.ts';

/** The topmost group above that turned the assistant off for everything below; null for none. */
export async function assistantLockedBy(db: Db, { id, scope }: Namespace): Promise<{ name: string } | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM namespaces
    WHERE id = ANY(${scope.traversalIds}::bigint[]) AND id <> ${id} AND own_duo_availability = 'never_on'
    ORDER BY cardinality(traversal_ids) LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

export interface AssistantColumns {
  ownDuoAvailability?: DuoAvailability;
  experimentFeaturesEnabled?: boolean;
  modelPromptCacheEnabled?: boolean;
  duoCoreFeaturesEnabled?: boolean;
}

/** Stores settings of the assistant; triggers update `duo_availability` of descendants. */
export async function saveAssistant(trx: Db, id: NamespaceId, columns: AssistantColumns): Promise<void> {
  await trx
    .updateTable('namespaces')
    .set({ ...columns, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
