import type { NamespaceId } from '@milepost/core/ids';
import { staleLimits } from '@milepost/core/roadmap/signals';
import { sql, type RawBuilder } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';

/** After how many days an epic of this tree is stale: the top-level group decides. */
export const staleAfterOf = (rootId: RawBuilder<unknown>) =>
  sql`coalesce((SELECT s.stale_after_days FROM roadmap_group_settings s WHERE s.namespace_id = ${rootId}),
  ${sql.lit(staleLimits.default)})`;

/** The limits that top-level groups have set. */
export const staleLimitsOf = defineLoader<NamespaceId, number>('staleLimitsOf', async (ctx, rootIds) => {
  const rows = await ctx.db
    .selectFrom('roadmapGroupSettings')
    .select(['namespaceId', 'staleAfterDays'])
    .where('namespaceId', 'in', rootIds)
    .where('staleAfterDays', 'is not', null)
    .execute();
  return new Map(rows.map(({ namespaceId, staleAfterDays }) => [namespaceId, staleAfterDays ?? staleLimits.default]));
});

/** The limit of a top-level group, null for the default; its row is locked for the transaction, so that two changes are serialized. */
export async function lockStaleLimit(trx: Db, rootId: NamespaceId): Promise<number | null> {
  const row = await trx
    .insertInto('roadmapGroupSettings')
    .values({ namespaceId: rootId, staleAfterDays: null })
    .onConflict((conflict) => conflict.column('namespaceId').doUpdateSet({ namespaceId: rootId }))
    .returning('staleAfterDays')
    .executeTakeFirstOrThrow();
  return row.staleAfterDays;
}

export async function saveStaleLimit(trx: Db, rootId: NamespaceId, days: number | null): Promise<void> {
  await trx
    .updateTable('roadmapGroupSettings')
    .set({ staleAfterDays: days })
    .where('namespaceId', '=', rootId)
    .execute();
}
