import { baseOfNamespace } from '@milepost/core/text/references';
import { parseDay, type Span } from '@milepost/core/days';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { MilestoneId, WorkItemId } from '@milepost/core/ids';
import {
  milestoneDateProblems,
  milestoneTitleProblems,
  nextMilestoneState,
  type MilestoneStateEvent,
} from '@milepost/core/timeboxes/milestones';
import { withoutUndefined } from '../../platform/util/records.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { renderText } from '../../platform/markdown/sockets.ts';
import { visibleNamespace } from '../namespaces/commands.ts';
import { keepTree, requireNoTransferBelow } from '../namespaces/commands/transfers.ts';
import { namespaceById, nextIid, type Namespace } from '../namespaces/store.ts';
import { milestonePolicy } from './policy.ts';
import {
  insertMilestone,
  isTitleTaken,
  lockTitles,
  lockMilestone,
  milestonesById,
  removeMilestone,
  saveMilestone,
  type Milestone,
} from './store.ts';
import { clearMilestone, mergeMilestones, parentsOf, projectMilestonesBelow } from './store/items.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'milestone.created': { milestoneId: MilestoneId };
    /** `datesChanged`: items that inherit dates must be recomputed. */
    'milestone.updated': {
      milestoneId: MilestoneId;
      startDate: string | null;
      dueDate: string | null;
      datesChanged: boolean;
    };
    'milestone.closed': { milestoneId: MilestoneId };
    'milestone.activated': { milestoneId: MilestoneId };
    /** `parentIds`: the parents of the items that had it, which may inherit its dates. */
    'milestone.deleted': { milestoneId: MilestoneId; title: string; parentIds: readonly WorkItemId[] };
    'milestone.promoted': {
      milestoneId: MilestoneId;
      mergedIds: readonly MilestoneId[];
      parentIds: readonly WorkItemId[];
    };
    /** Items that left its group have another one instead. `parentIds`: their parents. */
    'milestone.replaced': { milestoneId: MilestoneId; parentIds: readonly WorkItemId[] };
  }
}

/** The milestone of this id, or null when there is none in a visible group or project. */
export async function visibleMilestone(ctx: Context, id: MilestoneId): Promise<Milestone | null> {
  const milestone = await ctx.load(milestonesById, id);
  return milestone && (await visibleNamespace(ctx, milestone.namespaceId)) ? milestone : null;
}

export interface MilestoneFields {
  title: string;
  description?: string | null;
  /** `YYYY-MM-DD`; null or empty for none. */
  startDate?: string | null;
  dueDate?: string | null;
}

/**
 * Creates a milestone of a group or project. Throws ValidationError for inconsistent dates, and for a title that is taken here, in a
 * group above or below.
 */
export async function createMilestone(ctx: Context, namespace: Namespace, fields: MilestoneFields): Promise<Milestone> {
  ctx.require(milestonePolicy.manage, namespace);
  const values = checked(fields);
  const id = await ctx.transaction(async (trx) => {
    await lockTitles(trx, namespace);
    if (await isTitleTaken(trx, namespace, values.title)) throw titleTaken();
    const iid = await nextIid(trx, namespace.id, 'milestones');
    const descriptionHtml = await renderText(ctx.within(trx), values.description, baseOfNamespace(namespace));
    const milestoneId = await insertMilestone(trx, { ...values, descriptionHtml, namespaceId: namespace.id, iid });
    if (milestoneId === null) throw titleTaken();
    trx.announce({ name: 'milestone.created', namespaceId: namespace.id, data: { milestoneId } });
    return milestoneId;
  });
  return (await ctx.load(milestonesById, id)) as Milestone;
}

export interface MilestoneChanges extends Partial<MilestoneFields> {
  stateEvent?: MilestoneStateEvent | null;
}

/** Changes the given fields; also closes and activates. */
export async function updateMilestone(ctx: Context, id: MilestoneId, changes: MilestoneChanges): Promise<Milestone> {
  await ctx.transaction(async (trx) => {
    const { milestone, namespace } = await lockManaged(ctx, trx, id);
    const values = checked({ ...milestone, ...withoutUndefined(changes) });
    if (values.title !== milestone.title) {
      await lockTitles(trx, namespace);
      if (await isTitleTaken(trx, namespace, values.title)) throw titleTaken();
    }
    const state = changes.stateEvent ? nextMilestoneState(changes.stateEvent) : milestone.state;
    const descriptionHtml = await renderText(ctx.within(trx), values.description, baseOfNamespace(namespace));
    await saveMilestone(trx, id, { ...values, descriptionHtml, state });
    const { startDate, dueDate } = values;
    const datesChanged = startDate !== milestone.startDate || dueDate !== milestone.dueDate;
    trx.announce({
      name: 'milestone.updated',
      namespaceId: namespace.id,
      data: { milestoneId: id, startDate, dueDate, datesChanged },
    });
    if (state !== milestone.state) {
      const name = state === 'closed' ? 'milestone.closed' : 'milestone.activated';
      trx.announce({ name, namespaceId: namespace.id, data: { milestoneId: id } });
    }
  });
  const milestone = await ctx.load(milestonesById, id);
  if (!milestone) throw new NotFoundError('Milestone');
  return milestone;
}

/** Deletes a milestone. Its items lose it, with a system note, and are otherwise unchanged. */
export async function deleteMilestone(ctx: Context, id: MilestoneId): Promise<void> {
  await ctx.transaction(async (trx) => {
    const { milestone, namespace } = await lockManaged(ctx, trx, id);
    const { title } = milestone;
    const items = await clearMilestone(trx, id);
    await removeMilestone(trx, id);
    for (const item of items) {
      trx.announce({
        name: 'workItem.milestoneDeleted',
        namespaceId: item.namespaceId,
        workItemId: item.id,
        data: { milestoneId: id, title },
      });
    }
    trx.announce({
      name: 'milestone.deleted',
      namespaceId: namespace.id,
      data: { milestoneId: id, title, parentIds: parentsOf(items) },
    });
  });
}

/**
 * Promotes a project's milestone to its group. Milestones of the same title in the group's other projects are merged into it.
 */
export async function promoteMilestone(ctx: Context, id: MilestoneId): Promise<Milestone> {
  const seen = await ctx.load(milestonesById, id);
  const promotedId = await ctx.transaction(async (trx) => {
    if (seen) await keepTree(trx, seen.namespaceId);
    const { milestone, namespace } = await lockManaged(ctx, trx, id);
    if (namespace.kind !== 'project' || namespace.parentId === null) {
      throw new ValidationError({ base: ['Only milestones of projects can be promoted'] });
    }
    const group = await namespaceById(trx, namespace.parentId);
    if (!group) throw new NotFoundError('Group');
    ctx.require(milestonePolicy.manage, group);
    await requireNoTransferBelow(trx, group);
    const { title, description, descriptionHtml, state, startDate, dueDate } = milestone;
    await lockTitles(trx, group);
    const mergedIds = await projectMilestonesBelow(trx, group, title);
    if (await isTitleTaken(trx, group, title, mergedIds)) throw titleTaken();
    const iid = await nextIid(trx, group.id, 'milestones');
    const values = { title, description, descriptionHtml, state, startDate, dueDate, namespaceId: group.id, iid };
    const milestoneId = await insertMilestone(trx, values);
    if (milestoneId === null) throw titleTaken();
    const parentIds = await mergeMilestones(trx, mergedIds, milestoneId);
    trx.announce({ name: 'milestone.promoted', namespaceId: group.id, data: { milestoneId, mergedIds, parentIds } });
    return milestoneId;
  });
  return (await ctx.load(milestonesById, promotedId)) as Milestone;
}

async function lockManaged(
  ctx: Context,
  trx: Trx,
  id: MilestoneId,
): Promise<{ milestone: Milestone; namespace: Namespace }> {
  const milestone = await lockMilestone(trx, id);
  const namespace = milestone && (await namespaceById(trx, milestone.namespaceId));
  if (!milestone || !namespace || !ctx.can(milestonePolicy.read, namespace)) throw new NotFoundError('Milestone');
  ctx.require(milestonePolicy.manage, namespace);
  return { milestone, namespace };
}

interface CheckedMilestone {
  title: string;
  description: string;
  startDate: string | null;
  dueDate: string | null;
}

function checked(fields: MilestoneFields): CheckedMilestone {
  const title = fields.title.trim();
  const description = fields.description ?? '';
  const startDate = fields.startDate || null;
  const dueDate = fields.dueDate || null;
  const span: Span = { start: parseDay(startDate ?? ''), due: parseDay(dueDate ?? '') };
  const problems = milestoneDateProblems(span);
  if (startDate && span.start === null) problems['start_date'] = ['is not a date'];
  if (dueDate && span.due === null) problems['due_date'] = ['is not a date'];
  const titleProblems = milestoneTitleProblems(title);
  if (titleProblems.length > 0) problems['title'] = titleProblems;
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return { title, description, startDate, dueDate };
}

function titleTaken(): ValidationError {
  return new ValidationError({ title: ['already being used for another group or project milestone.'] });
}
