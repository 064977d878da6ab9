import { parseDuration } from '@milepost/core/durations';
import { ValidationError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import { usersByUsername } from '../../users/store.ts';
import { updateWorkItem } from '../commands.ts';
import { rewriteWorkItem, writeNewWorkItem } from '../commands/actions.ts';
import { statusOf } from './quick-actions.ts';
import type { WorkItemChange } from '../commands/fields.ts';
import {
  EpicStateEventEnum,
  HealthStatusEnum,
  IssueStateEventEnum,
  IssueTypeEnum,
  MutationOperationModeEnum,
} from './enums.ts';
import { datesOf, given, givenDay, givenText, idOf, labelsOf, userIdsOf } from './inputs.ts';
import { EpicRef, IssueRef } from '../graphql.ts';
import { findVisibleWorkItem, issueTypes, type WorkItem } from '../store.ts';

const DatesReadInput = builder.inputType('DatesReadInput', {
  description: 'The dates of an item as they were read; left out or null where it had none',
  fields: (t) => ({ startDate: t.string(), dueDate: t.string() }),
});

/** The mutations by which pages of epics and issues change them. */
export function mutateEpicsAndIssues(): void {
  mutateEpics();
  mutateIssues();
  setOneFieldOfIssues();
}

export async function findEpic(ctx: Context, groupPath: string, iid: string | number): Promise<WorkItem> {
  const namespace = await findVisibleGroup(ctx, groupPath);
  return findVisibleWorkItem(ctx, { namespace, iid, types: ['epic'] });
}

export async function findIssue(ctx: Context, projectPath: string, iid: string | number): Promise<WorkItem> {
  const namespace = await findVisibleProject(ctx, projectPath);
  return findVisibleWorkItem(ctx, { namespace, iid, types: issueTypes });
}

function mutateEpics(): void {
  mutation('createEpic', {
    description: 'Makes an epic of a group',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      title: t.string(),
      description: t.string(),
      confidential: t.boolean(),
      color: t.field({ type: 'Color' }),
      startDateFixed: t.string(),
      startDateIsFixed: t.boolean(),
      dueDateFixed: t.string(),
      dueDateIsFixed: t.boolean(),
      addLabelIds: t.idList(),
      addLabels: t.stringList(),
      removeLabelIds: t.idList(),
      parentId: t.field({ type: 'EpicID' }),
    }),
    resolve: async (input, ctx) =>
      writeNewWorkItem(ctx, {
        namespace: await findVisibleGroup(ctx, input.groupPath),
        type: 'epic',
        title: input.title ?? '',
        description: givenText(input.description),
        isConfidential: given(input.confidential),
        color: input.color,
        parentId: idOf<'WorkItem'>(input.parentId, 'Epic', 'WorkItem') ?? undefined,
        ...datesOf(input),
        ...labelsOf(input),
      }),
    payload: (t) => ({
      epic: t.field({ type: EpicRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
  mutation('updateEpic', {
    description: 'Changes what is given of an epic and leaves the rest',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      iid: t.id({ required: true }),
      title: t.string(),
      description: t.string(),
      confidential: t.boolean(),
      color: t.field({ type: 'Color' }),
      startDateFixed: t.string(),
      startDateIsFixed: t.boolean(),
      dueDateFixed: t.string(),
      dueDateIsFixed: t.boolean(),
      addLabelIds: t.idList(),
      addLabels: t.stringList(),
      removeLabelIds: t.idList(),
      removeLabels: t.stringList(),
      stateEvent: t.field({ type: EpicStateEventEnum }),
      lockVersion: t.int({ description: 'Of what was read: refused when title or description changed since' }),
      datesRead: t.field({ type: DatesReadInput, description: 'What was read: refused when the dates changed since' }),
    }),
    resolve: async (input, ctx) => {
      const epic = await findEpic(ctx, input.groupPath, input.iid);
      return rewriteWorkItem(ctx, epic.id, {
        title: given(input.title),
        description: givenText(input.description),
        isConfidential: given(input.confidential),
        color: input.color,
        stateEvent: given(input.stateEvent),
        lockVersion: given(input.lockVersion),
        datesRead: input.datesRead
          ? { startDate: input.datesRead.startDate ?? null, dueDate: input.datesRead.dueDate ?? null }
          : undefined,
        ...datesOf(input),
        ...labelsOf(input),
      });
    },
    payload: (t) => ({
      epic: t.field({ type: EpicRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
}

function mutateIssues(): void {
  mutation('createIssue', {
    description: 'Makes an issue of a project',
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
      labels: t.stringList(),
      labelIds: t.field({ type: ['LabelID'] }),
      milestoneId: t.field({ type: 'MilestoneID' }),
      iterationId: t.field({ type: 'IterationID' }),
      epicId: t.field({ type: 'EpicID' }),
      createdAt: t.field({ type: 'Time' }),
    }),
    resolve: async (input, ctx) =>
      writeNewWorkItem(ctx, {
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
        milestoneId: idOf<'Milestone'>(input.milestoneId, 'Milestone') ?? undefined,
        iterationId: idOf<'Iteration'>(input.iterationId, 'Iteration') ?? undefined,
        parentId: idOf<'WorkItem'>(input.epicId, 'Epic', 'WorkItem') ?? undefined,
        createdAt: given(input.createdAt),
        ...labelsOf(input),
      }),
    payload: (t) => ({
      issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
  mutation('updateIssue', {
    description: 'Changes what is given of an issue and leaves the rest',
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
      timeEstimate: t.string({ description: '1w 2d 3h 4m' }),
      labelIds: t.idList(),
      addLabelIds: t.idList(),
      removeLabelIds: t.idList(),
      milestoneId: t.id(),
      epicId: t.field({ type: 'EpicID' }),
      stateEvent: t.field({ type: IssueStateEventEnum }),
      lockVersion: t.int({ description: 'Of what was read: refused when title or description changed since' }),
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
        timeEstimate: durationOf(input.timeEstimate),
        milestoneId: idOf<'Milestone'>(input.milestoneId, 'Milestone'),
        parentId: idOf<'WorkItem'>(input.epicId, 'Epic', 'WorkItem'),
        stateEvent: given(input.stateEvent),
        lockVersion: given(input.lockVersion),
        ...labelsOf(input),
      });
    },
    payload: (t) => ({
      issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }),
      quickActionsStatus: statusOf(t),
    }),
  });
}

/** Small mutations, each for one field of the issue page. */
function setOneFieldOfIssues(): void {
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
  mutation('issueSetEpic', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      epicId: t.field({ type: 'EpicID', description: 'Null for none' }),
    }),
    resolve: (input, ctx) =>
      changeIssue(ctx, input, { parentId: idOf<'WorkItem'>(input.epicId, 'Epic', 'WorkItem') ?? null }),
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('issueSetIteration', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      iterationId: t.field({ type: 'IterationID', description: 'Null for none' }),
    }),
    resolve: (input, ctx) =>
      changeIssue(ctx, input, { iterationId: idOf<'Iteration'>(input.iterationId, 'Iteration') ?? null }),
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('issueSetAssignees', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      assigneeUsernames: t.stringList({ required: true }),
      operationMode: t.field({ type: MutationOperationModeEnum, description: 'REPLACE when left out' }),
    }),
    resolve: async (input, ctx) => {
      const ids = (await usersByUsername(ctx.db, input.assigneeUsernames)).map(({ id }) => id);
      const mode = input.operationMode ?? 'REPLACE';
      return changeIssue(ctx, input, {
        ...(mode === 'REPLACE' && { assigneeIds: ids }),
        ...(mode === 'APPEND' && { addAssigneeIds: ids }),
        ...(mode === 'REMOVE' && { removeAssigneeIds: ids }),
      });
    },
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}

async function changeIssue(
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

function durationOf(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  const seconds = text.trim() === '' ? 0 : parseDuration(text);
  if (seconds === null)
    throw new ValidationError({ time_estimate: ['must be formatted correctly. For example: 1h 30m'] });
  return seconds;
}
