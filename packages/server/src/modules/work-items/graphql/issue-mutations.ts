import { ValidationError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleProject } from '../../namespaces/commands.ts';
import { usersByUsername } from '../../users/store.ts';
import { rewriteWorkItem, writeNewWorkItem, type WrittenWorkItem } from '../commands/actions.ts';
import type { WorkItemChange } from '../commands/fields.ts';
import { updateWorkItem, type NewWorkItem } from '../commands.ts';
import { IssueRef } from '../graphql.ts';
import { findVisibleWorkItem, findVisibleWorkItemById, issueTypes, type WorkItem } from '../store.ts';
import { HealthStatusEnum, IssueStateEventEnum, IssueTypeEnum, MutationOperationModeEnum } from './enums.ts';
import { given, givenDay, givenText, userIdsOf } from './inputs.ts';
import { pluggedChanges, pluggedFields, pluggedInput, type ChangeBesideRow } from './plugs.ts';
import { statusOf } from './quick-actions.ts';

export async function findIssue(ctx: Context, projectPath: string, iid: string | number): Promise<WorkItem> {
  const namespace = await findVisibleProject(ctx, projectPath);
  return findVisibleWorkItem(ctx, { namespace, iid, types: issueTypes });
}

/** The mutations of issue pages. */
export function mutateIssues(): void {
  setOneField();
  mutation('createIssue', {
    description: 'Creates an issue of a project',
    input: (t) => ({
      projectPath: t.id({ required: true }),
      title: t.string({ required: true }),
      description: t.string(),
      type: t.field({ type: IssueTypeEnum }),
      confidential: t.boolean(),
      locked: t.boolean(),
      dueDate: t.field({ type: 'ISO8601Date' }),
      weight: t.int(),
      healthStatus: t.field({ type: HealthStatusEnum }),
      assigneeIds: t.field({ type: ['UserID'] }),
      createdAt: t.field({ type: 'Time' }),
      iid: t.int({ description: 'Accepted from owners only; the next number for others' }),
      ...pluggedInput(t, 'createIssue'),
    }),
    resolve: async (input, ctx) =>
      writeNewAndPerform(ctx, pluggedChanges(input), {
        namespace: await findVisibleProject(ctx, input.projectPath),
        type: issueTypeOf(input.type) ?? 'issue',
        title: input.title,
        description: givenText(input.description),
        isConfidential: given(input.confidential),
        isDiscussionLocked: given(input.locked),
        dueDateFixed: givenDay(input.dueDate),
        weight: input.weight,
        healthStatus: input.healthStatus,
        assigneeIds: userIdsOf(input.assigneeIds),
        createdAt: given(input.createdAt),
        iid: given(input.iid),
        ...pluggedFields('createIssue', input),
      }),
    payload: (t) => ({
      issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
  mutation('updateIssue', {
    description: 'Changes the given fields of an issue',
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      title: t.string(),
      description: t.string(),
      type: t.field({ type: IssueTypeEnum }),
      confidential: t.boolean(),
      locked: t.boolean(),
      dueDate: t.field({ type: 'ISO8601Date' }),
      weight: t.int(),
      healthStatus: t.field({ type: HealthStatusEnum }),
      stateEvent: t.field({ type: IssueStateEventEnum }),
      lockVersion: t.int({ description: 'The version that was read: refused if title or description changed since' }),
      ...pluggedInput(t, 'updateIssue'),
    }),
    resolve: async (input, ctx) => {
      const issue = await findIssue(ctx, input.projectPath, input.iid);
      return rewriteWorkItem(ctx, issue.id, {
        title: given(input.title),
        description: givenText(input.description),
        type: issueTypeOf(input.type),
        isConfidential: given(input.confidential),
        isDiscussionLocked: given(input.locked),
        dueDateFixed: givenDay(input.dueDate),
        weight: input.weight,
        healthStatus: input.healthStatus,
        stateEvent: given(input.stateEvent),
        lockVersion: given(input.lockVersion),
        ...pluggedFields('updateIssue', input),
      });
    },
    payload: (t) => ({
      issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
}

/** All or nothing. */
async function writeNewAndPerform(
  ctx: Context,
  changes: readonly ChangeBesideRow[],
  wanted: NewWorkItem,
): Promise<WrittenWorkItem> {
  if (changes.length === 0) return writeNewWorkItem(ctx, wanted);
  return ctx.transaction(async (trx) => {
    const written = await writeNewWorkItem(ctx.within(trx), wanted);
    for (const perform of changes) await perform(ctx.within(trx), written);
    const now = await findVisibleWorkItemById(ctx.within(trx), written.id);
    return Object.assign({}, now, { quickActions: written.quickActions });
  });
}

/** Mutations of a single field of the issue page. */
function setOneField(): void {
  mutation('issueSetConfidential', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      confidential: t.boolean({ required: true }),
    }),
    resolve: (input, ctx) => changeIssue(ctx, input, { isConfidential: input.confidential }),
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('issueSetLocked', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      locked: t.boolean({ required: true }),
    }),
    resolve: (input, ctx) => changeIssue(ctx, input, { isDiscussionLocked: input.locked }),
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('issueSetWeight', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      weight: t.int({ description: 'Null for none' }),
    }),
    resolve: (input, ctx) => changeIssue(ctx, input, { weight: input.weight ?? null }),
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('issueSetDueDate', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      dueDate: t.field({ type: 'Time', description: 'Null for none' }),
    }),
    resolve: (input, ctx) =>
      changeIssue(ctx, input, { dueDateFixed: input.dueDate?.toISOString().slice(0, 10) ?? null }),
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('issueSetAssignees', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      assigneeUsernames: t.stringList({ required: true }),
      operationMode: t.field({ type: MutationOperationModeEnum, description: 'REPLACE by default' }),
    }),
    resolve: async (input, ctx) => {
      const ids = (await usersByUsername(ctx.db, input.assigneeUsernames)).map(({ id }) => id);
      const mode = input.operationMode ?? 'REPLACE';
      // As with ids: only an empty list clears the assignees, not one of unknown names.
      const clears = input.assigneeUsernames.length === 0;
      return changeIssue(ctx, input, {
        ...(mode === 'REPLACE' && (ids.length > 0 || clears) && { assigneeIds: ids }),
        ...(mode === 'APPEND' && { addAssigneeIds: ids }),
        ...(mode === 'REMOVE' && { removeAssigneeIds: ids }),
      });
    },
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}

/** Changes one issue for a single-field mutation. */
export async function changeIssue(
  ctx: Context,
  { projectPath, iid }: { projectPath: string | number; iid: string },
  change: WorkItemChange,
): Promise<WorkItem> {
  const issue = await findIssue(ctx, String(projectPath), iid);
  return updateWorkItem(ctx, issue.id, change);
}

function issueTypeOf(type: string | null | undefined): 'issue' | 'incident' | 'task' | undefined {
  if (type === null || type === undefined) return undefined;
  const known = issueTypes.find((each) => each === type);
  if (!known) throw new ValidationError({ type: ['is not one that an issue can have'] });
  return known;
}
