import { ConflictError, ValidationError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import { filesNamedIn, withMovedFiles } from '@milepost/core/files/moved-files';
import { selectValuesOf } from '@milepost/core/fields/select-fields';
import { withFullReferences } from '@milepost/core/text/moved-references';
import type { Context, Trx } from '../../platform/context.ts';
import { customFieldsFor } from '../custom-fields/commands/copies.ts';
import { labelsAvailableIn, labelsFor } from '../labels/store/items.ts';
import { link } from '../links/commands.ts';
import { copyLinks } from '../links/store.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import { copyNotes } from '../notes/commands/copies.ts';
import { copyReactions } from '../reactions/store.ts';
import { copyTimelogs } from '../time-tracking/store.ts';
import { copyUploads } from '../uploads/commands.ts';
import { createWorkItem, updateWorkItem, type NewWorkItem } from '../work-items/commands.ts';
import { workItemPolicy } from '../work-items/policy.ts';
import { descriptionsById, findVisibleWorkItemById, visibleWorkItem, type WorkItem } from '../work-items/store.ts';
import { lifecycleOf } from '../work-items/store/statuses.ts';
import { assigneeIdsOn, saveWorkItem } from '../work-items/store/writing.ts';
import type { WorkItemRow } from '../work-items/table.ts';
import { moveTargetPolicy, movePolicy } from './policy.ts';
import { childIdsOf, iterationFor, milestoneFor } from './store.ts';

/** The kind of succession. */
export type SuccessionKind = 'moved' | 'cloned' | 'promoted' | 'duplicated';

declare module '../../platform/context.ts' {
  interface Events {
    /** Announced for both items: `direction` says which of them the announcement is about. */
    'workItem.wentOn': { way: SuccessionKind; direction: 'to' | 'from'; otherId: WorkItemId };
  }
}

/** The successor, and the original. */
export interface Succession {
  original: WorkItem;
  successor: WorkItem;
}

const successors = {
  moved: 'movedToId',
  promoted: 'promotedToId',
  duplicated: 'duplicatedToId',
} as const satisfies Partial<Record<SuccessionKind, keyof WorkItemRow>>;

/**
 * Promotes an issue to an epic of this group, by default the one of its project. Title, text, group labels, comments and
 * reactions are copied, and the issue is closed. Throws ConflictError if it was promoted before, ForbiddenError unless the
 * viewer is a planner at both ends, NotFoundError for anything they may not see.
 */
export async function promoteToEpic(ctx: Context, id: WorkItemId, group: Namespace | null): Promise<Succession> {
  return succeed(ctx, id, 'promoted', async (within, trx, issue) => {
    within.require(movePolicy.promote, issue);
    const home = group ?? (await parentOf(trx, issue));
    const parent = await parentAfterMove(within, issue, home);
    const rewrite = textRewriter(within, trx, issue, home);
    const epic = await createWorkItem(within, {
      ...(await textOf(within, issue, rewrite)),
      namespace: home,
      type: 'epic',
      isConfidential: issue.isConfidential,
      labelIds: await labelIdsFor(trx, issue, home),
      customFields: await customFieldsFor(within, issue, { rootId: home.rootId, type: 'epic' }),
      ...(parent && { parentId: parent }),
    });
    await copyDiscussions(within, trx, issue, epic, rewrite);
    return epic;
  });
}

/**
 * Moves an issue with its tasks to another project. Everything is copied, labels and milestone by name where they exist; the
 * original is closed and points at the copy. Throws ConflictError if it was moved before, ValidationError for its own project,
 * ForbiddenError unless the viewer is a planner at both ends.
 */
export async function moveIssue(ctx: Context, id: WorkItemId, project: Namespace): Promise<Succession> {
  return succeed(ctx, id, 'moved', async (within, trx, issue) => {
    within.require(movePolicy.move, issue);
    within.require(moveTargetPolicy.receive, project);
    if (project.id === issue.namespaceId) {
      throw new ValidationError({ base: ['Cannot move an issue to the project it is in'] });
    }
    const { authorId, createdAt } = issue;
    const rewrite = textRewriter(within, trx, issue, project);
    const moved = await copyOf(within, trx, issue, project, rewrite);
    await saveWorkItem(trx, moved.id, { authorId, createdAt });
    await copyDiscussions(within, trx, issue, moved, rewrite);
    await copyLinks(trx, issue.id, moved.id);
    await copyTimelogs(trx, issue.id, moved.id);
    if (issue.state === 'closed') await updateWorkItem(within, moved.id, { stateEvent: 'close' });
    for (const childId of await childIdsOf(trx, issue.id)) {
      const child = await moveIssue(within, childId, project);
      await updateWorkItem(within, child.successor.id, { parentId: moved.id });
    }
    return moved;
  });
}

/**
 * Copies an issue into a project, its own or another; with comments if requested. The viewer is the author of the copy, which
 * is open. Throws as `moveIssue` does.
 */
export async function cloneIssue(
  ctx: Context,
  id: WorkItemId,
  { project, withNotes }: { project: Namespace; withNotes: boolean },
): Promise<Succession> {
  return succeed(ctx, id, 'cloned', async (within, trx, issue) => {
    within.require(movePolicy.clone, issue);
    within.require(moveTargetPolicy.receive, project);
    const rewrite = textRewriter(within, trx, issue, project);
    const clone = await copyOf(within, trx, issue, project, rewrite);
    if (withNotes) await copyDiscussions(within, trx, issue, clone, rewrite);
    return clone;
  });
}

/**
 * Closes an issue as a duplicate of another, and links the two. Throws ConflictError if it already is one, ValidationError for
 * an issue with itself, NotFoundError and ForbiddenError for anything the viewer may not see or change.
 */
export async function markAsDuplicate(ctx: Context, id: WorkItemId, ofId: WorkItemId): Promise<Succession> {
  return succeed(ctx, id, 'duplicated', async (within, trx, issue) => {
    within.require(movePolicy.duplicate, issue);
    if (id === ofId) throw new ValidationError({ base: ['An issue cannot be a duplicate of itself'] });
    const canonical = await findVisibleWorkItemById(within, ofId);
    if (canonical.type === 'epic') throw new ValidationError({ base: ['An issue cannot be a duplicate of an epic'] });
    try {
      await link(within, trx, { itemId: id, linkType: 'relates_to', otherIds: [ofId] });
    } catch (error) {
      // They are already linked.
      if (!(error instanceof ConflictError)) throw error;
    }
    return canonical;
  });
}

async function succeed(
  ctx: Context,
  id: WorkItemId,
  way: SuccessionKind,
  make: (within: Context, trx: Trx, original: WorkItem) => Promise<WorkItem>,
): Promise<Succession> {
  const successorId = await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const successor = await make(within, trx, await findVisibleWorkItemById(within, id));
    // Locks the row, after any lock of the tree, so that it gets only one successor.
    const original = await findVisibleWorkItemById(
      within,
      way === 'cloned' ? id : (await closeOriginal(within, id)).id,
    );
    if (way !== 'cloned') await pointAt(trx, original, way, successor.id);
    for (const [near, far, direction] of [
      [original, successor, 'to'],
      [successor, original, 'from'],
    ] as const) {
      const { namespaceId } = near;
      trx.announce({
        name: 'workItem.wentOn',
        namespaceId,
        workItemId: near.id,
        data: { way, direction, otherId: far.id },
      });
    }
    return successor.id;
  });
  return {
    original: await findVisibleWorkItemById(ctx, id),
    successor: await findVisibleWorkItemById(ctx, successorId),
  };
}

/** Closes an item that is replaced by another, with the duplicate status of its lifecycle. */
async function closeOriginal(ctx: Context, id: WorkItemId): Promise<WorkItem> {
  const { rootId, type, state } = await findVisibleWorkItemById(ctx, id);
  const { defaultDuplicateId } = await lifecycleOf(ctx, rootId, type);
  return updateWorkItem(ctx, id, {
    stateEvent: 'close',
    ...(state === 'opened' && { statusId: defaultDuplicateId }),
  });
}

const refusals = {
  moved: 'Issue already moved.',
  promoted: 'Issue already promoted to epic.',
  duplicated: 'Issue already closed as a duplicate.',
} as const;

async function pointAt(trx: Trx, original: WorkItem, way: keyof typeof successors, to: WorkItemId): Promise<void> {
  if (original[successors[way]] !== null) throw new ConflictError(refusals[way]);
  await saveWorkItem(trx, original.id, { [successors[way]]: to });
}

/** The item's own fields, as input for a new item in a project. */
async function copyOf(
  ctx: Context,
  trx: Trx,
  issue: WorkItem,
  project: Namespace,
  rewrite: RewriteTexts,
): Promise<WorkItem> {
  const { traversalIds } = project.scope;
  const parentId = await parentAfterMove(ctx, issue, project);
  const wanted: NewWorkItem = {
    ...(await textOf(ctx, issue, rewrite)),
    namespace: project,
    type: issue.type,
    isConfidential: issue.isConfidential,
    isDiscussionLocked: issue.isDiscussionLocked,
    startDateFixed: issue.startDateFixed,
    dueDateFixed: issue.dueDateFixed,
    weight: issue.weight,
    healthStatus: issue.healthStatus,
    ...(issue.type === 'incident' && { severity: issue.severity }),
    ...selectValuesOf(issue.type, issue),
    timeEstimate: issue.timeEstimate,
    assigneeIds: await assigneeIdsOn(trx, issue.id),
    labelIds: await labelIdsFor(trx, issue, project),
    milestoneId: await milestoneFor(trx, issue, traversalIds),
    iterationId: await iterationFor(trx, issue, traversalIds),
    customFields: await customFieldsFor(ctx, issue, { rootId: project.rootId, type: issue.type }),
    ...(parentId && { parentId }),
  };
  return createWorkItem(ctx, wanted);
}

/** Rewrites Markdown texts of an item for its successor, in the same order. */
type RewriteTexts = (texts: readonly string[]) => Promise<string[]>;

/**
 * Rewrites texts for another namespace: references get their full path, and files are copied to that namespace, so that its readers
 * can open them and they survive the deletion of the original.
 */
function textRewriter(ctx: Context, trx: Trx, item: WorkItem, home: Namespace): RewriteTexts {
  if (home.id === item.namespaceId) return (texts) => Promise.resolve([...texts]);
  const from = { id: item.namespaceId, path: item.namespacePath, kind: item.namespaceKind, origin: ctx.baseUrl };
  const copied = new Map<string, string>();
  return async (texts) => {
    const named = new Set(texts.flatMap((text) => filesNamedIn(text, from)));
    const wanted = [...named].filter((secret) => !copied.has(secret));
    for (const [secret, copy] of await copyUploads(ctx, trx, { from: from.id, to: home }, wanted)) {
      copied.set(secret, copy);
    }
    return texts.map((text) => withMovedFiles(withFullReferences(text, from), from, copied));
  };
}

async function textOf(
  ctx: Context,
  item: WorkItem,
  rewrite: RewriteTexts,
): Promise<{ title: string; description: string }> {
  const [description = ''] = await rewrite([(await ctx.load(descriptionsById, item.id))?.description ?? '']);
  return { title: item.title, description };
}

/** The ids of the item's labels in another namespace: the same label if it is available there, otherwise one of the same title. */
async function labelIdsFor(trx: Trx, item: WorkItem, home: Namespace) {
  const { current: own } = await labelsFor(trx, item.id, [], { ids: [], titles: [] });
  const there = await labelsAvailableIn(trx, home.scope.traversalIds, {
    ids: [],
    titles: own.map(({ title }) => title),
  });
  // Of equal titles the nearest comes first.
  return own.flatMap(({ title }) => there.find((label) => label.title === title)?.id ?? []);
}

/** The parent that a successor keeps: in the same tree of groups, if the viewer is a planner there. */
async function parentAfterMove(ctx: Context, item: WorkItem, home: Namespace): Promise<WorkItemId | null> {
  if (item.rootId !== home.rootId) return null;
  const parent = await visibleWorkItem(ctx, item.parentId);
  return parent?.type === 'epic' && ctx.can(workItemPolicy.plan, parent) ? parent.id : null;
}

async function copyDiscussions(
  ctx: Context,
  trx: Trx,
  from: WorkItem,
  to: WorkItem,
  rewrite: RewriteTexts,
): Promise<void> {
  const items = { from: from.id, to: to.id };
  const scope = { path: to.namespacePath, kind: to.namespaceKind };
  const notes = await copyNotes(ctx, trx, items, { to: scope, rewrite });
  await copyReactions(trx, items, notes);
}

async function parentOf(trx: Trx, issue: WorkItem): Promise<Namespace> {
  const project = await namespaceById(trx, issue.namespaceId);
  const group = project?.parentId ? await namespaceById(trx, project.parentId) : null;
  if (!group) throw new ValidationError({ base: ['The project is in no group'] });
  return group;
}
