import type { PlanFeature } from '@milepost/core/settings/entitlements';
import type { NamespaceId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import { defineLoader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { requireIncluded } from './policy.ts';
import type { PlanTable } from './table.ts';

export type Plan = Selectable<PlanTable>;
export type PlanToStore = Omit<Plan, 'namespaceId' | 'blocksOverage' | 'createdAt' | 'updatedAt'>;

/** The plan of a top-level group; null for none. */
export async function planOf(db: Db, rootId: NamespaceId): Promise<Plan | null> {
  const row = await db.selectFrom('plans').selectAll().where('namespaceId', '=', rootId).executeTakeFirst();
  return row ?? null;
}

/** The plans of top-level groups. */
export const plansOf = defineLoader<NamespaceId, Plan>('plansOf', async ({ db }, rootIds) => {
  const rows = await db
    .selectFrom('plans')
    .selectAll()
    .where('namespaceId', 'in', [...rootIds])
    .execute();
  return new Map(rows.map((plan) => [plan.namespaceId, plan]));
});

/** The plan of the tree that a group or project belongs to; null for none. */
export async function planAround(db: Db, namespaceId: NamespaceId): Promise<Plan | null> {
  const row = await db
    .selectFrom('plans')
    .innerJoin('namespaces', 'namespaces.rootId', 'plans.namespaceId')
    .selectAll('plans')
    .where('namespaces.id', '=', namespaceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a plan, replacing the former one; whether it refuses people without a seat stays as it was. */
export async function savePlan(trx: Db, namespaceId: NamespaceId, plan: PlanToStore): Promise<Plan> {
  return trx
    .insertInto('plans')
    .values({ namespaceId, ...plan })
    .onConflict((conflict) => conflict.column('namespaceId').doUpdateSet({ ...plan, updatedAt: sql<Date>`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveSeatControl(trx: Db, namespaceId: NamespaceId, blocksOverage: boolean): Promise<void> {
  await trx.updateTable('plans').set({ blocksOverage }).where('namespaceId', '=', namespaceId).execute();
}

export async function deletePlan(trx: Db, namespaceId: NamespaceId): Promise<void> {
  await trx.deleteFrom('plans').where('namespaceId', '=', namespaceId).execute();
}

/** Throws FeatureNotIncludedError if the plan of this group or project leaves out one of the features. */
export async function requireIncludedIn(
  db: Db,
  namespaceId: NamespaceId,
  features: readonly PlanFeature[],
): Promise<void> {
  if (features.length === 0) return;
  const row = await db
    .selectFrom('namespaces')
    .select('excludedFeatures')
    .where('id', '=', namespaceId)
    .executeTakeFirst();
  if (row) requireIncluded(row, ...features);
}
