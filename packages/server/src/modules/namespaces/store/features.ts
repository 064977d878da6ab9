import type { NamespaceId } from '@milepost/core/ids';
import type { Feature } from '@milepost/core/settings/features';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Namespace } from '../store.ts';

/** The features that are off in groups above, each with the full path of the topmost group that switched it off. */
export async function switchedOffAbove(db: Db, { id, scope }: Namespace): Promise<ReadonlyMap<Feature, string>> {
  const { rows } = await sql<{ feature: Feature; fullPath: string }>`
    SELECT DISTINCT ON (feature) feature, n.full_path
    FROM namespaces n CROSS JOIN unnest(n.own_disabled_features) AS feature
    WHERE n.id = ANY(${scope.traversalIds}::bigint[]) AND n.id <> ${id}
    ORDER BY feature, cardinality(n.traversal_ids)`.execute(db);
  return new Map(rows.map(({ feature, fullPath }) => [feature, fullPath]));
}

/** Stores the features that are switched off in a namespace; triggers update `disabled_features` of its descendants. */
export async function saveDisabledFeatures(trx: Db, id: NamespaceId, disabled: readonly Feature[]): Promise<void> {
  await trx
    .updateTable('namespaces')
    .set({ ownDisabledFeatures: [...disabled], updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Whether label changes of the project's incidents are added to their timelines. */
/** The grace period begins again when it is required anew. */
export async function saveTwoFactor(
  trx: Db,
  id: NamespaceId,
  { requiresTwoFactor, twoFactorGracePeriod }: { requiresTwoFactor: boolean; twoFactorGracePeriod: number },
): Promise<void> {
  await trx
    .updateTable('namespaces')
    .set({
      requiresTwoFactor,
      twoFactorGracePeriod,
      twoFactorRequiredAt: sql<Date>`CASE WHEN NOT ${requiresTwoFactor}::boolean THEN NULL
        WHEN requires_two_factor THEN two_factor_required_at ELSE now() END`,
    })
    .where('id', '=', id)
    .execute();
}

export async function saveLabelTimeline(trx: Db, id: NamespaceId, isOn: boolean): Promise<void> {
  await trx
    .updateTable('namespaces')
    .set({ hasLabelTimeline: isOn, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
