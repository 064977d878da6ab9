import { Type, type Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { deleteWorkItem } from '../commands.ts';
import { rewriteWorkItem, writeNewWorkItem } from '../commands/actions.ts';
import type { WorkItemChange } from '../commands/fields.ts';
import { requireAnyField } from './input.ts';
import { epicListing, epicListInput, presentPage } from './lists.ts';
import { widgetInputOf, writtenInput } from './plugs.ts';
import { presentAlone } from './presenters.ts';
import { choice, flag, type GivenHealth, healthInput, healthOf, nullableDay, nullableText } from './values.ts';
import { findVisibleWorkItem, prefetchWorkItemAt, type WorkItem } from '../store.ts';

const tags = ['epics'];

const fields = {
  description: nullableText,
  color: nullableText,
  confidential: flag,
  start_date_is_fixed: flag,
  start_date_fixed: nullableDay,
  due_date_is_fixed: flag,
  due_date_fixed: nullableDay,
  health_status: healthInput,
};

/** Epics of a group: list, show, create, update, delete. */
export function addEpicRoutes(routes: Routes): void {
  const listed = epicListInput({
    include_ancestor_groups: Type.Optional(Type.Boolean({ default: false })),
    include_descendant_groups: Type.Optional(Type.Boolean({ default: true })),
  });
  const newEpic = newEpicInput();
  const changedEpic = writtenInput('epic', 'update', {
    title: Type.Optional(Type.String()),
    ...fields,
    state_event: choice(['close', 'reopen']),
    updated_at: timeInput('Set by owners only'),
  });

  routes.get(
    '/groups/:id/epics',
    { summary: 'Epics of a group and the groups below it', tags, signedIn: true, input: listed },
    async ({ params, input }, ctx) => {
      const scope = {
        of: await findVisibleGroup(ctx, params['id'] ?? ''),
        includeAncestors: input.include_ancestor_groups ?? false,
        includeDescendants: input.include_descendant_groups ?? true,
      };
      return presentPage(ctx, epicListing(scope, input), input);
    },
  );

  routes.get(
    '/groups/:id/epics/:epic_iid',
    { summary: 'One epic of a group', tags, signedIn: true },
    async ({ params }, ctx) => presentAlone(ctx, await epicAt(ctx, params)),
  );

  routes.post(
    '/groups/:id/epics',
    { summary: 'Create an epic', tags, signedIn: true, input: newEpic },
    async ({ params, input }, ctx) => {
      const shown = await presentAlone(ctx, await createEpicAt(ctx, params, input));
      return { ...shown, url: shown['web_url'] };
    },
  );

  routes.put(
    '/groups/:id/epics/:epic_iid',
    { summary: 'Change, close or reopen an epic', tags, signedIn: true, input: changedEpic },
    async ({ params, input }, ctx) => {
      prefetchWorkItemAt(ctx, params['id'], params['epic_iid']);
      const namespace = await findVisibleGroup(ctx, params['id'] ?? '');
      const epic = await epicAt(ctx, params);
      requireAnyField(changedEpic, input);
      const updatedAt = timeOf('updated_at', input.updated_at);
      const changes: WorkItemChange = {
        ...ownFields(input),
        ...(await widgetInputOf('epic', 'update', input, { ctx, namespace })),
        ...(input.title !== undefined && { title: input.title }),
        ...(input.state_event && { stateEvent: input.state_event }),
        ...(updatedAt && { updatedAt }),
      };
      return presentAlone(ctx, await rewriteWorkItem(ctx, epic.id, changes));
    },
  );

  routes.delete(
    '/groups/:id/epics/:epic_iid',
    { summary: 'Remove an epic; its children stay', tags, signedIn: true },
    async ({ params }, ctx) => deleteWorkItem(ctx, (await epicAt(ctx, params)).id),
  );
}

/** The epic of `:id` and `:epic_iid` in a path. Throws NotFoundError when there is none that the viewer may read. */
export async function epicAt(ctx: Context, params: Readonly<Record<string, string>>): Promise<WorkItem> {
  prefetchWorkItemAt(ctx, params['id'], params['epic_iid']);
  const namespace = await findVisibleGroup(ctx, params['id'] ?? '');
  return findVisibleWorkItem(ctx, { namespace, iid: params['epic_iid'] ?? '', types: ['epic'] });
}

/** The input of a new epic. */
export const newEpicInput = () =>
  writtenInput('epic', 'create', { title: Type.String(), ...fields, created_at: timeInput('Set by owners only') });

/** Creates an epic in the group of `:id` in a path. */
export async function createEpicAt(
  ctx: Context,
  params: Readonly<Record<string, string>>,
  input: Static<ReturnType<typeof newEpicInput>>,
): Promise<WorkItem> {
  const namespace = await findVisibleGroup(ctx, params['id'] ?? '');
  const createdAt = timeOf('created_at', input.created_at);
  return writeNewWorkItem(ctx, {
    ...ownFields(input),
    ...(await widgetInputOf('epic', 'create', input, { ctx, namespace })),
    namespace,
    type: 'epic',
    title: input.title,
    ...(createdAt && { createdAt }),
  });
}

interface EpicInput {
  description?: string | null;
  color?: string | null;
  confidential?: boolean;
  start_date_is_fixed?: boolean;
  start_date_fixed?: string | null;
  due_date_is_fixed?: boolean;
  due_date_fixed?: string | null;
  health_status?: GivenHealth;
}

function ownFields(input: EpicInput): WorkItemChange {
  return {
    ...(input.description !== undefined && { description: input.description ?? '' }),
    ...(input.color !== undefined && { color: input.color }),
    ...(input.confidential !== undefined && { isConfidential: input.confidential }),
    ...(input.start_date_is_fixed !== undefined && { startDateIsFixed: input.start_date_is_fixed }),
    ...(input.start_date_fixed !== undefined && { startDateFixed: input.start_date_fixed || null }),
    ...(input.due_date_is_fixed !== undefined && { dueDateIsFixed: input.due_date_is_fixed }),
    ...(input.due_date_fixed !== undefined && { dueDateFixed: input.due_date_fixed || null }),
    ...(input.health_status !== undefined && { healthStatus: healthOf(input.health_status) }),
  };
}
