import type { WithPlan } from '@milepost/core/settings/entitlements';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { NamespaceScope, Visibility } from '@milepost/core/roles';
import type { DuoAvailability } from '@milepost/core/settings/assistant';
import type { Feature, WithFeatures } from '@milepost/core/settings/features';
import { sql, type Selectable } from 'kysely';
import { defineLoader, defineRowsLoader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { isOneOf, keysIn } from '../../platform/database/one-of.ts';
import type { IidUsage, NamespaceKind, NamespaceTable } from './table.ts';

/** A group or project as rooms and edges use it. */
export interface Namespace extends WithFeatures, WithPlan {
  id: NamespaceId;
  kind: NamespaceKind;
  parentId: NamespaceId | null;
  /** The top-level group. */
  rootId: NamespaceId;
  path: string;
  fullPath: string;
  name: string;
  fullName: string;
  description: string;
  descriptionHtml: string;
  visibility: Visibility;
  avatarUrl: string | null;
  creatorId: UserId | null;
  /** The features switched off here itself; `disabledFeatures` are off here or above. */
  ownDisabledFeatures: readonly Feature[];
  /** Of a project: whether label changes of incidents are added to their timelines. */
  hasLabelTimeline: boolean;
  /** Of a group: whether its members, and those of everything below, need a second factor. */
  requiresTwoFactor: boolean;
  /** Hours that members have to set it up. */
  twoFactorGracePeriod: number;
  /** Whether the assistant may be used, here or as a group above says. */
  duoAvailability: DuoAvailability;
  /** Of a top-level group: suggestions; cached prompts; questions, summaries and drafts. */
  experimentFeaturesEnabled: boolean;
  modelPromptCacheEnabled: boolean;
  duoCoreFeaturesEnabled: boolean;
  archivedAt: Date | null;
  deletedAt: Date | null;
  transferStartedAt: Date | null;
  pathBeforeDeletion: string | null;
  lockVersion: number;
  createdAt: Date;
  updatedAt: Date;
  /** Input of policies; its `traversalIds` lead from the top-level group to this namespace. */
  scope: NamespaceScope;
}

export type NamespaceRow = Selectable<NamespaceTable>;

/** Adds the scope to a row. Mutates it, because copying such a wide row takes thirty times as long. */
export function namespaceOf(row: NamespaceRow): Namespace {
  const { id, traversalIds, visibility, disabledFeatures } = row;
  const isDeleted = row.deletedAt !== null;
  const isTransferring = row.transferStartedAt !== null;
  const scope = { namespaceId: id, traversalIds, visibility, isDeleted, isTransferring, disabledFeatures };
  return Object.assign(row, { scope });
}

/** The namespace of this id, without a permission check. */
export async function namespaceById(db: Db, id: NamespaceId): Promise<Namespace | null> {
  const row = await db.selectFrom('namespaces').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? namespaceOf(row) : null;
}

/** The namespace of this full path in any case, without a permission check. */
export async function namespaceByFullPath(db: Db, fullPath: string): Promise<Namespace | null> {
  const row = await db
    .selectFrom('namespaces')
    .selectAll()
    .where(sql`lower(full_path)`, '=', fullPath.toLowerCase())
    .executeTakeFirst();
  return row ? namespaceOf(row) : null;
}

export const namespacesById = defineRowsLoader<NamespaceId, NamespaceRow, Namespace>('namespacesById', {
  rows: (_ctx, ids) => sql`SELECT * FROM namespaces WHERE ${isOneOf('id', ids)}`,
  collect: (rows) => new Map(rows.map((row) => [row.id, namespaceOf(row)])),
});

/** Namespaces by lower-case full path, without former paths. */
export const namespacesByFullPath = defineRowsLoader<string, NamespaceRow, Namespace>('namespacesByFullPath', {
  // One plan for all executions, as in `isOneOf`.
  rows: (_ctx, paths) =>
    paths.length === 1
      ? sql`SELECT * FROM namespaces WHERE lower(full_path) = ${paths[0]}::text`
      : sql`SELECT * FROM namespaces WHERE lower(full_path) = ANY(${keysIn(paths, 'text')})`,
  collect: (rows, _paths, ctx) =>
    new Map(
      rows.map((row) => {
        const namespace = namespaceOf(row);
        ctx.prime(namespacesById, namespace.id, namespace);
        return [row.fullPath.toLowerCase(), namespace];
      }),
    ),
});

/** Namespaces by former full path, of the namespace itself or of an ancestor. */
export const namespacesByFormerPath = defineLoader<string, Namespace>('namespacesByFormerPath', async (ctx, paths) => {
  const { rows } = await sql<NamespaceRow & { formerPath: string }>`
    SELECT n.*, wanted.path AS former_path FROM unnest(${paths}::text[]) AS wanted (path)
    JOIN namespaces n ON n.id = namespace_of_path(wanted.path)`.execute(ctx.db);
  return new Map(rows.map(({ formerPath, ...row }) => [formerPath, namespaceOf(row)]));
});

/** Locks the row until the transaction ends; null when there is none. */
export async function lockNamespace(trx: Db, id: NamespaceId): Promise<Namespace | null> {
  const row = await trx.selectFrom('namespaces').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? namespaceOf(row) : null;
}

/** Takes the next number of this kind in the namespace; numbers are unique and never reused. */
export async function nextIid(trx: Db, namespaceId: NamespaceId, usage: IidUsage): Promise<number> {
  return nextIids(trx, namespaceId, usage, 1);
}

/** Raises the counter to at least this number, so that later numbers are higher. */
export async function countIidsFrom(trx: Db, namespaceId: NamespaceId, usage: IidUsage, iid: number): Promise<void> {
  await trx
    .insertInto('iidCounters')
    .values({ namespaceId, usage, lastIid: iid })
    .onConflict((conflict) =>
      conflict
        .columns(['namespaceId', 'usage'])
        .doUpdateSet({ lastIid: sql`greatest(iid_counters.last_iid, excluded.last_iid)` }),
    )
    .execute();
}

/** Takes `count` consecutive numbers and returns the first. */
export async function nextIids(trx: Db, namespaceId: NamespaceId, usage: IidUsage, count: number): Promise<number> {
  const { lastIid } = await trx
    .insertInto('iidCounters')
    .values({ namespaceId, usage, lastIid: count })
    .onConflict((conflict) =>
      conflict.columns(['namespaceId', 'usage']).doUpdateSet({ lastIid: sql`iid_counters.last_iid + ${count}` }),
    )
    .returning('lastIid')
    .executeTakeFirstOrThrow();
  return lastIid - count + 1;
}
