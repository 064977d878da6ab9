import type { CadenceId, IterationId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool, type Updateable } from 'kysely';
import { defineLoader, type Context } from '../../../platform/context.ts';
import { readCursor } from '../../../platform/cursors.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Slice } from '../../../platform/cursors.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import { namespacesBelow, visibleNamespaces } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { IterationCadenceTable } from '../table.ts';

export type Cadence = Selectable<IterationCadenceTable>;

export const cadencesById = defineLoader<CadenceId, Cadence>('cadencesById', async (ctx, ids) => {
  const rows = await ctx.db.selectFrom('iterationCadences').selectAll().where(isOneOf('id', ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

export interface CadenceListing {
  namespace: Namespace;
  includeAncestors?: boolean;
  includeDescendants?: boolean;
  id?: CadenceId | null;
  title?: string | null;
  durationInWeeks?: number | null;
  isActive?: boolean | null;
  isAutomatic?: boolean | null;
}

/** One page of cadences by title, after `slice.cursor` (lower-case title and id). */
export async function cadencesAfter(ctx: Context, listing: CadenceListing, slice: Slice): Promise<Cadence[]> {
  const direction = slice.isBackward ? 'desc' : 'asc';
  const [title, id] = slice.cursor ? readCursor(slice.cursor, 'text', 'bigint') : [];
  const beyond = slice.isBackward ? sql`<` : sql`>`;
  return ctx.db
    .selectFrom('iterationCadences as c')
    .selectAll('c')
    .where(conditionsOf(ctx, listing))
    .$if(slice.cursor !== null, (query) =>
      query.where(sql<boolean>`(lower(c.title), c.id) ${beyond} (${title}::text, ${id}::bigint)`),
    )
    .orderBy(sql`lower(c.title)`, direction)
    .orderBy('c.id', direction)
    .limit(slice.limit + 1)
    .execute();
}

/** The sort key of a cadence: what a cursor holds. */
export function cadenceKey(cadence: Cadence): readonly unknown[] {
  return [cadence.title.toLowerCase(), cadence.id];
}

function conditionsOf(ctx: Context, listing: CadenceListing): RawBuilder<SqlBool> {
  const { namespace, includeAncestors, includeDescendants } = listing;
  const inherited = includeAncestors || namespace.kind === 'project' ? namespace.scope.traversalIds : [namespace.id];
  const scopes = [sql<SqlBool>`n.id = ANY(${inherited}::bigint[])`];
  if (includeDescendants) {
    scopes.push(sql`(${namespacesBelow(namespace.scope.traversalIds)} AND ${visibleNamespaces(ctx.viewer)})`);
  }
  const parts = [
    sql<SqlBool>`c.namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n WHERE ${sql.join(scopes, sql` OR `)}))`,
  ];
  if (listing.id) parts.push(sql`c.id = ${listing.id}`);
  if (listing.title) parts.push(sql`c.title ILIKE ${`%${listing.title.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`);
  if (listing.durationInWeeks) parts.push(sql`c.duration_in_weeks = ${listing.durationInWeeks}`);
  if (typeof listing.isActive === 'boolean') parts.push(sql`c.is_active = ${listing.isActive}`);
  if (typeof listing.isAutomatic === 'boolean') parts.push(sql`c.is_automatic = ${listing.isAutomatic}`);
  return sql<SqlBool>`${sql.join(parts, sql` AND `)}`;
}

/** Cadences of exactly this group by id. */
export async function cadencesOf(db: Db, namespaceId: NamespaceId): Promise<Cadence[]> {
  return db.selectFrom('iterationCadences').selectAll().where('namespaceId', '=', namespaceId).orderBy('id').execute();
}

/** Locks the row for the transaction, and with it the right to add iterations; null when it does not exist any more. */
export async function lockCadence(trx: Db, id: CadenceId): Promise<Cadence | null> {
  const row = await trx.selectFrom('iterationCadences').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function insertCadence(trx: Db, cadence: Insertable<IterationCadenceTable>): Promise<CadenceId> {
  const { id } = await trx.insertInto('iterationCadences').values(cadence).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function saveCadence(trx: Db, id: CadenceId, changes: Updateable<IterationCadenceTable>): Promise<void> {
  await trx
    .updateTable('iterationCadences')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function removeCadence(trx: Db, id: CadenceId): Promise<void> {
  await trx.deleteFrom('iterationCadences').where('id', '=', id).execute();
}

/** Cadences that are scheduled or roll over, of groups that are neither archived nor being transferred. */
export async function scheduledCadences(db: Db): Promise<CadenceId[]> {
  const rows = await db
    .selectFrom('iterationCadences as c')
    .innerJoin('namespaces as n', 'n.id', 'c.namespaceId')
    .select('c.id')
    .where(sql<boolean>`(c.is_automatic OR c.rolls_over)`)
    .where('c.isActive', '=', true)
    .where('n.archivedAt', 'is', null)
    .where('n.transferStartedAt', 'is', null)
    .orderBy('c.id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface RolledOver {
  workItemId: WorkItemId;
  namespaceId: NamespaceId;
  fromId: IterationId;
}

/** Moves the open items of an iteration to the next one, and marks it: a second call moves nothing. */
export async function rollOver(trx: Db, fromId: IterationId, toId: IterationId): Promise<RolledOver[]> {
  const { numUpdatedRows } = await trx
    .updateTable('iterations')
    .set({ rolledOverAt: sql`now()` })
    .where('id', '=', fromId)
    .where('rolledOverAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return [];
  const { rows } = await sql<RolledOver>`
    UPDATE work_items SET iteration_id = ${toId}, updated_at = now()
    WHERE iteration_id = ${fromId} AND state = 'opened'
    RETURNING id AS "workItemId", namespace_id AS "namespaceId", ${fromId}::bigint AS "fromId"`.execute(trx);
  return rows;
}
