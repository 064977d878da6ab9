import { ConflictError } from '@milepost/core/errors';
import type { Forge } from '@milepost/core/merge-requests/forges';
import type { LabelId, MergeRequestId, NamespaceId, UserId } from '@milepost/core/ids';
import { isDraftTitle } from '@milepost/core/merge-requests/rules';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { defineLoader } from '../../platform/context.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { Db } from '../../platform/database/tables.ts';
import { violatedUniqueness } from '../../platform/database/violations.ts';
import { selectLabels, type Label } from '../labels/store.ts';
import type { MergeRequestSettingsTable, MergeRequestTable, PersonRole } from './table.ts';

/** A merge request as it is read, without its texts. */
export type MergeRequest = Selectable<MergeRequestTable>;
export type MergeRequestSettings = Omit<Selectable<MergeRequestSettingsTable>, 'projectId'>;

export const isDraft = ({ title }: Pick<MergeRequest, 'title'>): boolean => isDraftTitle(title);

/** Where a request of another forge is. */
export interface Origin {
  forge: Forge;
  /** The repository there, `acme/app`. */
  project: string | null;
  number: number | null;
  author: string | null;
  url: string | null;
}

/** Null for a request of this server. */
export function originOf(request: MergeRequest): Origin | null {
  if (request.forge === null) return null;
  const { forge, forgeProject, forgeNumber, forgeAuthor, forgeUrl } = request;
  return { forge, project: forgeProject, number: forgeNumber, author: forgeAuthor, url: forgeUrl };
}

/** Reads by id without a permission check. */
export const mergeRequestsById = defineLoader<MergeRequestId, MergeRequest>('mergeRequestsById', async (ctx, ids) => {
  const rows = await ctx.db.selectFrom('mergeRequests').selectAll().where(isOneOf('id', ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

export async function mergeRequestByIid(db: Db, projectId: NamespaceId, iid: number): Promise<MergeRequest | null> {
  const found = db
    .selectFrom('mergeRequests')
    .selectAll()
    .where('projectId', '=', projectId)
    .where(sql<boolean>`iid = ${iid}::bigint`);
  return (await found.executeTakeFirst()) ?? null;
}

/** Locks the row for the transaction; null when it does not exist any more. */
export async function lockMergeRequest(trx: Db, id: MergeRequestId): Promise<MergeRequest | null> {
  const row = await trx.selectFrom('mergeRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

/** Locks the request that is linked to one of another forge; null if none is. */
export async function lockRequestOfForge(
  trx: Db,
  projectId: NamespaceId,
  at: { forge: Forge; project: string; number: number },
): Promise<MergeRequest | null> {
  const row = await trx
    .selectFrom('mergeRequests')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('forge', '=', at.forge)
    .where('forgeProject', '=', at.project)
    .where('forgeNumber', '=', at.number)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Null if an open one of the same branches exists. */
export async function insertMergeRequest(trx: Db, values: Insertable<MergeRequestTable>): Promise<MergeRequest | null> {
  const row = await trx
    .insertInto('mergeRequests')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'sourceBranch', 'targetBranch'])
        // Literals, because ON CONFLICT with parameters would not match the partial index.
        .where(sql<boolean>`state = 'opened' AND forge IS NULL`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Throws ConflictError where an open one would get the branches of another open one. */
export async function saveMergeRequest(
  trx: Db,
  id: MergeRequestId,
  changes: Updateable<MergeRequestTable>,
): Promise<void> {
  try {
    await trx
      .updateTable('mergeRequests')
      .set({ ...changes, updatedAt: sql`now()` })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (violatedUniqueness(error) !== 'merge_requests_open_branches_are_unique') throw error;
    throw new ConflictError('Another open merge request already exists for this source branch');
  }
}

export async function removeMergeRequest(trx: Db, id: MergeRequestId): Promise<void> {
  await trx.deleteFrom('mergeRequests').where('id', '=', id).execute();
}

/** The open requests from a branch, and those into it. */
export function openRequestsOf(
  db: Db,
  projectId: NamespaceId,
  side: 'sourceBranch' | 'targetBranch',
  branch: string,
): Promise<MergeRequest[]> {
  return db
    .selectFrom('mergeRequests')
    .selectAll()
    .where('projectId', '=', projectId)
    .where(side, '=', branch)
    .where('state', '=', 'opened')
    .where('forge', 'is', null)
    .orderBy('id')
    .execute();
}

export interface People {
  assignees: UserId[];
  reviewers: UserId[];
}

/** Assignees and reviewers, by name: one statement for a page. */
export const peopleOfMergeRequest = defineLoader<MergeRequestId, People>('peopleOfMergeRequest', async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('mergeRequestPeople as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['p.mergeRequestId', 'p.userId', 'p.role'])
    .where(isOneOf('p.merge_request_id', ids))
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.id')
    .execute();
  const people = new Map<MergeRequestId, People>(ids.map((id) => [id, { assignees: [], reviewers: [] }]));
  for (const { mergeRequestId, userId, role } of rows) {
    people.get(mergeRequestId)?.[role === 'assignee' ? 'assignees' : 'reviewers'].push(userId);
  }
  return people;
});

/** Replaces the people of a role; returns those who were added. */
export async function replacePeople(
  trx: Db,
  mergeRequestId: MergeRequestId,
  role: PersonRole,
  userIds: readonly UserId[],
): Promise<UserId[]> {
  await trx
    .deleteFrom('mergeRequestPeople')
    .where('mergeRequestId', '=', mergeRequestId)
    .where('role', '=', role)
    .where(sql<boolean>`user_id <> ALL(${userIds}::bigint[])`)
    .execute();
  if (userIds.length === 0) return [];
  const added = await trx
    .insertInto('mergeRequestPeople')
    .values(userIds.map((userId) => ({ mergeRequestId, userId, role })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute();
  return added.map(({ userId }) => userId);
}

/** The labels of each merge request by title: one statement for a page. */
export const labelsOfMergeRequest = defineLoader<MergeRequestId, Label[]>('labelsOfMergeRequest', async (ctx, ids) => {
  const rows = await selectLabels(ctx.db)
    .innerJoin('mergeRequestLabels as ml', 'ml.labelId', 'l.id')
    .select('ml.mergeRequestId')
    .where(isOneOf('ml.merge_request_id', ids))
    .orderBy(sql`lower(l.title)`)
    .orderBy('l.id')
    .execute();
  const labels = new Map<MergeRequestId, Label[]>(ids.map((id) => [id, []]));
  for (const { mergeRequestId, ...label } of rows) labels.get(mergeRequestId)?.push(label);
  return labels;
});

export async function replaceLabels(
  trx: Db,
  mergeRequestId: MergeRequestId,
  labelIds: readonly LabelId[],
): Promise<void> {
  await trx.deleteFrom('mergeRequestLabels').where('mergeRequestId', '=', mergeRequestId).execute();
  if (labelIds.length === 0) return;
  await trx
    .insertInto('mergeRequestLabels')
    .values(labelIds.map((labelId) => ({ mergeRequestId, labelId })))
    .execute();
}

export const settingsOfProject = defineLoader<NamespaceId, MergeRequestSettings>(
  'settingsOfProject',
  async (ctx, projectIds) => {
    const rows = await ctx.db
      .selectFrom('mergeRequestSettings')
      .selectAll()
      .where(isOneOf('project_id', projectIds))
      .execute();
    const none: MergeRequestSettings = { approvalsRequired: 0, needsPassedChecks: false };
    const stored = new Map(rows.map(({ projectId, ...settings }) => [projectId, settings]));
    return new Map(projectIds.map((id) => [id, stored.get(id) ?? none]));
  },
);

export async function saveSettings(
  trx: Db,
  projectId: NamespaceId,
  changes: Updateable<MergeRequestSettingsTable>,
): Promise<void> {
  await trx
    .insertInto('mergeRequestSettings')
    .values({ projectId, ...changes })
    .onConflict((conflict) => conflict.column('projectId').doUpdateSet(changes))
    .execute();
}

export interface Approval {
  userId: UserId;
  createdAt: Date;
}

/** The people who approved, first ones first. */
export const approversOfMergeRequest = defineLoader<MergeRequestId, Approval[]>(
  'approversOfMergeRequest',
  async (ctx, ids) => {
    const rows = await ctx.db
      .selectFrom('mergeRequestApprovals')
      .selectAll()
      .where(isOneOf('merge_request_id', ids))
      .orderBy('createdAt')
      .orderBy('userId')
      .execute();
    const approvers = new Map<MergeRequestId, Approval[]>(ids.map((id) => [id, []]));
    for (const { mergeRequestId, ...approval } of rows) approvers.get(mergeRequestId)?.push(approval);
    return approvers;
  },
);

/** False if the person had approved already. */
export async function insertApproval(trx: Db, mergeRequestId: MergeRequestId, userId: UserId): Promise<boolean> {
  const row = await trx
    .insertInto('mergeRequestApprovals')
    .values({ mergeRequestId, userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes one person's approval, or all of them. Returns the number. */
export async function removeApprovals(
  trx: Db,
  mergeRequestId: MergeRequestId,
  userId: UserId | null = null,
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('mergeRequestApprovals')
    .where('mergeRequestId', '=', mergeRequestId)
    .$if(userId !== null, (query) => query.where('userId', '=', userId as UserId))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
