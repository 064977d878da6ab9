import type { NamespaceId, RoleMappingId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { RoleMappingTable } from '../table.ts';

export type RoleMapping = Selectable<RoleMappingTable>;

/** The mappings of a group, by provider and value. */
export async function mappingsOf(db: Db, namespaceId: NamespaceId): Promise<RoleMapping[]> {
  return db
    .selectFrom('roleMappings')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .orderBy('provider')
    .orderBy('claimValue')
    .execute();
}

export async function insertMapping(trx: Db, mapping: Insertable<RoleMappingTable>): Promise<RoleMapping> {
  return trx.insertInto('roleMappings').values(mapping).returningAll().executeTakeFirstOrThrow();
}

/** Deletes a mapping of a group; null when there is none of this id. */
export async function deleteMapping(trx: Db, namespaceId: NamespaceId, id: RoleMappingId): Promise<RoleMapping | null> {
  const row = await trx
    .deleteFrom('roleMappings')
    .where('namespaceId', '=', namespaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The highest role that these values give in each group. */
export async function rolesOfValues(
  db: Db,
  provider: string,
  values: readonly string[],
): Promise<Map<NamespaceId, number>> {
  if (values.length === 0) return new Map();
  const { rows } = await sql<{ namespaceId: NamespaceId; accessLevel: number }>`
    SELECT namespace_id, max(access_level)::int AS access_level FROM role_mappings
    WHERE provider = ${provider} AND claim_value = ANY(${[...values]}::text[]) GROUP BY namespace_id`.execute(db);
  return new Map(rows.map((row) => [row.namespaceId, row.accessLevel]));
}
