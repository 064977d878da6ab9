import { ForbiddenError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { projectWithIssues } from '../../namespaces/commands.ts';
import { deleteWorkItem } from '../commands.ts';
import { rewriteWorkItem, writeNewWorkItem } from '../commands/actions.ts';
import type { WorkItemChange } from '../commands/fields.ts';
import { requireAnyField } from './input.ts';
import { widgetInputOf, writtenInput } from './plugs.ts';
import { presentAlone } from './presenters.ts';
import {
  choice,
  flag,
  type GivenHealth,
  healthInput,
  healthOf,
  nullableDay,
  nullableNumber,
  nullableText,
} from './values.ts';
import {
  findVisibleWorkItem,
  findVisibleWorkItemById,
  issueTypes,
  prefetchWorkItemAt,
  type WorkItem,
} from '../store.ts';

const tags = ['issues'];

const fields = {
  description: nullableText,
  confidential: flag,
  due_date: nullableDay,
  weight: nullableNumber,
  health_status: healthInput,
  assignee_id: Type.Optional(Type.Union([idInput(), Type.Literal(''), Type.Null()])),
  assignee_ids: Type.Optional(Type.Array(idInput(), { description: '0 or null for none' })),
  issue_type: choice(issueTypes),
};

/** Issues, incidents and tasks of a project: show, create, update, delete. */
export function addIssueRoutes(routes: Routes): void {
  const newIssue = writtenInput('issue', 'create', {
    title: Type.String(),
    ...fields,
    created_at: timeInput('Set by owners only'),
    iid: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Set by owners only' })),
  });
  const changedIssue = writtenInput('issue', 'update', {
    title: Type.Optional(Type.String()),
    ...fields,
    discussion_locked: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    state_event: choice(['close', 'reopen']),
    updated_at: timeInput('Set by owners only'),
  });

  routes.get(
    '/issues/:id',
    { summary: 'One issue by its id, for administrators', tags, signedIn: true },
    async ({ params }, ctx) => {
      if (!ctx.viewer.isAdmin) throw new ForbiddenError();
      return presentAlone(ctx, await findVisibleWorkItemById(ctx, idParam<'WorkItem'>(params, 'id'), issueTypes));
    },
  );

  routes.get('/projects/:id/issues/:issue_iid', { summary: 'One issue of a project', tags }, async ({ params }, ctx) =>
    presentAlone(ctx, await issueAt(ctx, params)),
  );

  routes.post(
    '/projects/:id/issues',
    { summary: 'Create an issue, incident or task', tags, signedIn: true, input: newIssue },
    async ({ params, input }, ctx) => {
      const namespace = await projectWithIssues(ctx, params['id'] ?? '');
      const createdAt = timeOf('created_at', input.created_at);
      const issue = await writeNewWorkItem(ctx, {
        ...ownFields(input),
        ...(await widgetInputOf('issue', 'create', input, { ctx, namespace })),
        namespace,
        type: input.issue_type ?? 'issue',
        title: input.title,
        ...(createdAt && { createdAt }),
        ...(input.iid !== undefined && { iid: input.iid }),
      });
      return presentAlone(ctx, issue);
    },
  );

  routes.put(
    '/projects/:id/issues/:issue_iid',
    { summary: 'Change, close or reopen an issue', tags, signedIn: true, input: changedIssue },
    async ({ params, input }, ctx) => {
      prefetchWorkItemAt(ctx, params['id'], params['issue_iid']);
      const namespace = await projectWithIssues(ctx, params['id'] ?? '');
      const issue = await issueAt(ctx, params);
      requireAnyField(changedIssue, input);
      const updatedAt = timeOf('updated_at', input.updated_at);
      const changes: WorkItemChange = {
        ...ownFields(input),
        ...(await widgetInputOf('issue', 'update', input, { ctx, namespace })),
        ...(input.title !== undefined && { title: input.title }),
        ...(input.issue_type && { type: input.issue_type }),
        ...(input.discussion_locked !== undefined && { isDiscussionLocked: input.discussion_locked ?? false }),
        ...(input.state_event && { stateEvent: input.state_event }),
        ...(updatedAt && { updatedAt }),
      };
      return presentAlone(ctx, await rewriteWorkItem(ctx, issue.id, changes));
    },
  );

  routes.delete(
    '/projects/:id/issues/:issue_iid',
    { summary: 'Remove an issue', tags, signedIn: true },
    async ({ params }, ctx) => deleteWorkItem(ctx, (await issueAt(ctx, params)).id),
  );
}

/** The issue of `:id` and `:issue_iid` in a path. Throws NotFoundError when there is none that the viewer may read. */
export async function issueAt(ctx: Context, params: Readonly<Record<string, string>>): Promise<WorkItem> {
  prefetchWorkItemAt(ctx, params['id'], params['issue_iid']);
  const namespace = await projectWithIssues(ctx, params['id'] ?? '');
  return findVisibleWorkItem(ctx, { namespace, iid: params['issue_iid'] ?? '', types: issueTypes });
}

interface IssueInput {
  description?: string | null;
  confidential?: boolean;
  due_date?: string | null;
  weight?: number | '' | null;
  health_status?: GivenHealth;
  assignee_id?: number | '' | null;
  assignee_ids?: number[];
}

function ownFields(input: IssueInput): WorkItemChange {
  const single = input.assignee_id === undefined ? undefined : input.assignee_id ? [input.assignee_id] : [];
  const assigneeIds = (input.assignee_ids ?? single)?.filter((id) => id > 0) as UserId[] | undefined;
  return {
    ...(input.description !== undefined && { description: input.description ?? '' }),
    ...(input.confidential !== undefined && { isConfidential: input.confidential }),
    ...(input.due_date !== undefined && { dueDateFixed: input.due_date || null }),
    ...(input.weight !== undefined && { weight: input.weight === '' ? null : input.weight }),
    ...(input.health_status !== undefined && { healthStatus: healthOf(input.health_status) }),
    ...(assigneeIds && { assigneeIds }),
  };
}
