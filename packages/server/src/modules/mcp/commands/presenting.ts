import type { WorkItemId } from '@milepost/core/ids';
import { webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { referenceOf } from '../../change-sets/commands/items.ts';
import type { AppliedChange } from '../../change-sets/commands.ts';
import type { ItemValues } from '../../change-sets/table.ts';
import { labelsById } from '../../labels/store.ts';
import { labelsOfWorkItem } from '../../labels/store/items.ts';
import { milestoneTitle } from '../../milestones/store.ts';
import { usersById } from '../../users/store.ts';
import { assigneesOf } from '../../work-items/store/people.ts';
import { visibleWorkItem, type WorkItem } from '../../work-items/store.ts';
import { partOf } from './results.ts';

/** An item as tools return it: names instead of ids. */
export async function presentItem(ctx: Context, item: WorkItem) {
  const [labels, assignees, milestone, parent] = await Promise.all([
    ctx.load(labelsOfWorkItem, item.id),
    ctx.load(assigneesOf, item.id),
    milestoneTitle(ctx, item.milestoneId),
    parentReference(ctx, item.parentId),
  ]);
  return {
    reference: referenceOf(item),
    type: item.type,
    title: item.title,
    state: item.state,
    confidential: item.isConfidential,
    labels: (labels ?? []).map(({ title }) => title),
    assignees: (assignees ?? []).map(({ username }) => username),
    milestone,
    start_date: item.startDate,
    due_date: item.dueDate,
    weight: item.weight,
    health_status: item.healthStatus,
    parent,
    updated_at: item.updatedAt.toISOString(),
    web_url: ctx.baseUrl + webPathOf(item),
  };
}

/** Null also for a parent that the viewer may not read. */
async function parentReference(ctx: Context, id: WorkItemId | null): Promise<string | null> {
  const parent = await visibleWorkItem(ctx, id);
  return parent && referenceOf(parent);
}

/** A change as it was made, or would be. A new item has no number before it is made. */
export async function presentChange(ctx: Context, { action, item, before, after }: AppliedChange, isDryRun: boolean) {
  const shown = await presentItem(ctx, item);
  const isNumbered = action !== 'create' || !isDryRun;
  const { reference: _reference, web_url: _url, ...unnumbered } = shown;
  return {
    action,
    item: isNumbered ? shown : unnumbered,
    ...(action === 'update' && {
      changed: await presentDifference(ctx, before, after),
    }),
  };
}

const nameOf = {
  title: 'title',
  description: 'description',
  state: 'state',
  startDate: 'start_date',
  startDateIsFixed: 'start_date_is_fixed',
  dueDate: 'due_date',
  dueDateIsFixed: 'due_date_is_fixed',
  weight: 'weight',
  healthStatus: 'health_status',
  isConfidential: 'confidential',
  milestoneId: 'milestone',
  parentId: 'parent',
  labelIds: 'labels',
  assigneeIds: 'assignees',
} as const satisfies Record<keyof ItemValues, string>;

async function presentDifference(ctx: Context, before: Partial<ItemValues>, after: Partial<ItemValues>) {
  const [was, is] = await Promise.all([presentValues(ctx, before), presentValues(ctx, after)]);
  return Object.fromEntries(Object.keys(is).map((name) => [name, { from: was[name], to: is[name] }]));
}

async function presentValues(ctx: Context, values: Partial<ItemValues>): Promise<Record<string, unknown>> {
  const { labelIds, assigneeIds, milestoneId, parentId, description } = values;
  const shown = {
    ...values,
    ...(description !== undefined && { description: partOf(description, 0, 1_000) }),
    ...(labelIds && { labelIds: (await ctx.loadMany(labelsById, labelIds)).map(({ title }) => title) }),
    ...(assigneeIds && { assigneeIds: (await ctx.loadMany(usersById, assigneeIds)).map(({ username }) => username) }),
    ...(milestoneId !== undefined && { milestoneId: await milestoneTitle(ctx, milestoneId) }),
    ...(parentId !== undefined && { parentId: await parentReference(ctx, parentId) }),
  };
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [nameOf[name as keyof ItemValues], value]));
}
