import { parseDay, utcDayOf } from '@milepost/core/days';
import { isExpired, milestonePath } from '@milepost/core/timeboxes/milestones';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../platform/rest/times.ts';
import { idParam } from '../../platform/rest/params.ts';
import { findVisibleGroup, findVisibleProject, withFeature } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { presentIssue } from '../work-items/rest/presenters.ts';
import type { WorkItemListing } from '../work-items/store/list-conditions.ts';
import { totalOf, workItemsOnPage } from '../work-items/store/lists.ts';
import { issueTypes } from '../work-items/store.ts';
import { burndownEvents } from './store/burnup.ts';
import { createMilestone, deleteMilestone, promoteMilestone, updateMilestone } from './commands.ts';
import { countMilestones, findMilestone, milestonesOnPage, type Milestone, type MilestoneListing } from './store.ts';

const tags = ['milestones'];

const date = Type.Optional(Type.Union([Type.String({ format: 'date' }), Type.Literal(''), Type.Null()]));
const fields = {
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  start_date: date,
  due_date: date,
};
const newMilestone = Type.Object({ title: Type.String(), ...fields });
const changedMilestone = Type.Object({
  title: Type.Optional(Type.String()),
  ...fields,
  state_event: Type.Optional(Type.Union([Type.Literal('close'), Type.Literal('activate')])),
});
const listed = Type.Object({
  ...pagingInput,
  iids: Type.Optional(Type.Array(Type.Integer())),
  state: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('closed')])),
  title: Type.Optional(Type.String()),
  search: Type.Optional(Type.String({ description: 'In title and description' })),
  search_title: Type.Optional(Type.String()),
  include_ancestors: Type.Optional(Type.Boolean({ default: false })),
  include_parent_milestones: Type.Optional(Type.Boolean({ description: 'The older name of include_ancestors' })),
  include_descendants: Type.Optional(Type.Boolean({ default: false })),
  updated_before: timeInput('At this time or earlier'),
  updated_after: timeInput('At this time or later'),
  containing_date: Type.Optional(Type.String({ format: 'date' })),
  start_date: Type.Optional(
    Type.String({ format: 'date', description: 'With end_date: milestones that touch these days' }),
  ),
  end_date: Type.Optional(Type.String({ format: 'date' })),
});

export const milestoneParents = [
  { kind: 'group', path: '/groups/:id/milestones', find: withFeature('milestones', findVisibleGroup) },
  { kind: 'project', path: '/projects/:id/milestones', find: withFeature('milestones', findVisibleProject) },
] as const;

export function addRoutes(routes: Routes): void {
  for (const parent of milestoneParents) addRoutesBelow(routes, parent);
  routes.post(
    '/projects/:id/milestones/:milestone_id/promote',
    { summary: 'Promote a project milestone to its group', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      const milestone = await milestoneAt(ctx, params, withFeature('milestones', findVisibleProject));
      return presentMilestone(ctx, await promoteMilestone(ctx, milestone.id));
    },
  );
}

function addRoutesBelow(routes: Routes, { kind, path, find }: (typeof milestoneParents)[number]): void {
  routes.get(path, { summary: `Milestones of a ${kind}`, tags, input: listed }, async ({ params, input }, ctx) => {
    const listing = listingOf(await find(ctx, params['id'] ?? ''), input);
    const page = pageRequest(input);
    const [milestones, total] = await Promise.all([
      milestonesOnPage(ctx, listing, page),
      countMilestones(ctx, listing),
    ]);
    const rows = milestones.map((milestone) => presentMilestone(ctx, milestone));
    return new RestPage(rows, total, page);
  });

  routes.get(`${path}/:milestone_id`, { summary: `One milestone of a ${kind}`, tags }, async ({ params }, ctx) =>
    presentMilestone(ctx, await milestoneAt(ctx, params, find)),
  );

  routes.post(
    path,
    { summary: `Create a milestone of a ${kind}`, tags, signedIn: true, input: newMilestone },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, params['id'] ?? '');
      const { title, description, start_date: startDate, due_date: dueDate } = input;
      return presentMilestone(ctx, await createMilestone(ctx, namespace, { title, description, startDate, dueDate }));
    },
  );

  routes.put(
    `${path}/:milestone_id`,
    { summary: `Change, close or activate a milestone of a ${kind}`, tags, signedIn: true, input: changedMilestone },
    async ({ params, input }, ctx) => {
      const { id } = await milestoneAt(ctx, params, find);
      const { title, description, start_date: startDate, due_date: dueDate, state_event: stateEvent } = input;
      const changes = { title, description, startDate, dueDate, stateEvent };
      return presentMilestone(ctx, await updateMilestone(ctx, id, changes));
    },
  );

  routes.get(
    `${path}/:milestone_id/issues`,
    { summary: `Issues of a milestone of a ${kind}`, tags, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const { id } = await milestoneAt(ctx, params, find);
      const page = pageRequest(input);
      const listing: WorkItemListing = {
        scope: null,
        types: issueTypes,
        filter: { is: { milestoneId: [id] }, not: {}, or: {} },
        order: { by: 'createdAt', isDescending: true },
      };
      const [issues, total] = await Promise.all([workItemsOnPage(ctx, listing, page), totalOf(ctx, listing)]);
      return new RestPage(await Promise.all(issues.map((issue) => presentIssue(ctx, issue))), total, page);
    },
  );

  routes.get(
    `${path}/:milestone_id/burndown_events`,
    { summary: `When issues came into a milestone of a ${kind}, left it, were closed and reopened`, tags },
    async ({ params }, ctx) => burndownEvents(ctx, (await milestoneAt(ctx, params, find)).id),
  );

  routes.delete(
    `${path}/:milestone_id`,
    { summary: `Remove a milestone of a ${kind}`, tags, signedIn: true },
    async ({ params }, ctx) => deleteMilestone(ctx, (await milestoneAt(ctx, params, find)).id),
  );
}

export async function milestoneAt(
  ctx: Context,
  params: Readonly<Record<string, string>>,
  find: typeof findVisibleGroup,
): Promise<Milestone> {
  const namespace = await find(ctx, params['id'] ?? '');
  return findMilestone(ctx, namespace, idParam<'Milestone'>(params, 'milestone_id'));
}

interface ListInput {
  iids?: number[];
  state?: 'active' | 'closed';
  title?: string;
  search?: string;
  search_title?: string;
  include_ancestors?: boolean;
  include_parent_milestones?: boolean;
  include_descendants?: boolean;
  updated_before?: string;
  updated_after?: string;
  containing_date?: string;
  start_date?: string;
  end_date?: string;
}

function listingOf(namespace: Namespace, input: ListInput): MilestoneListing {
  const start = input.containing_date ?? input.start_date;
  const end = input.containing_date ?? input.end_date;
  return {
    namespace,
    iids: input.iids,
    state: input.state,
    title: input.title,
    search: input.search,
    searchTitle: input.search_title,
    includeAncestors: input.include_ancestors ?? input.include_parent_milestones ?? false,
    includeDescendants: namespace.kind === 'group' && (input.include_descendants ?? false),
    updatedAfter: timeOf('updated_after', input.updated_after),
    updatedBefore: timeOf('updated_before', input.updated_before),
    timeframe: start && end ? { start, end } : null,
  };
}

/** A milestone in the shape of the REST API. */
export function presentMilestone(ctx: Context, milestone: Milestone) {
  const { id, iid, namespaceId, namespaceKind, namespacePath, title, description, state } = milestone;
  const span = { start: parseDay(milestone.startDate ?? ''), due: parseDay(milestone.dueDate ?? '') };
  return {
    id,
    iid,
    ...(namespaceKind === 'group' ? { group_id: namespaceId } : { project_id: namespaceId }),
    title,
    description,
    state,
    created_at: milestone.createdAt,
    updated_at: milestone.updatedAt,
    due_date: milestone.dueDate,
    start_date: milestone.startDate,
    expired: isExpired(span, utcDayOf(new Date())),
    web_url: ctx.baseUrl + milestonePath(namespaceKind, namespacePath, iid),
  };
}
