import { ConflictError, ValidationError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import { filesNamedIn, withMovedFiles } from '@milepost/core/files/moved-files';
import { selectValuesOf } from '@milepost/core/select-fields';
import { withFullReferences } from '@milepost/core/text/moved-references';
import type { Context, Trx } from '../../platform/context.ts';
import { customFieldsFor } from '../custom-fields/commands/copies.ts';
import { labelsAvailableIn, labelsOnItem } from '../labels/store/items.ts';
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
import { assigneeIdsOn, saveWorkItem } from '../work-items/store/writing.ts';
import type { WorkItemRow } from '../work-items/table.ts';
import { arrivalPolicy, movePolicy } from './policy.ts';
import { childIdsOf, iterationFor, milestoneFor } from './store.ts';

/** How an item goes on in another. */
export type Way = 'moved' | 'cloned' | 'promoted' | 'duplicated';

declare module '../../platform/context.ts' {
  interface Events {
    /** Told of both: `direction` is how the other stands to the one it is told of. */
    'workItem.wentOn': { way: Way; direction: 'to' | 'from'; otherId: WorkItemId };
  }
}

/** What became of an item, and what it was. */
export interface Succession {
  original: WorkItem;
  successor: WorkItem;
}

const successors = {
  moved: 'movedToId',
  promoted: 'promotedToId',
  duplicated: 'duplicatedToId',
} as const satisfies Partial<Record<Way, keyof WorkItemRow>>;

/**
 * Makes an epic of an issue, in this group or else in the one its project is in: title, text, labels of the group, comments and
 * reactions go along, and the issue is closed. Throws ConflictError where it was promoted before, ForbiddenError unless the viewer
 * plans at both ends, NotFoundError for what they may not see.
 */
export async function promoteToEpic(ctx: Context, id: WorkItemId, group: Namespace | null): Promise<Succession> {
  return succeed(ctx, id, 'promoted', async (within, trx, issue) => {
    within.require(movePolicy.promote, issue);
    const home = group ?? (await parentOf(trx, issue));
    const parent = await parentAfterMove(within, issue, home);
    const carry = carrying(within, trx, issue, home);
    const epic = await createWorkItem(within, {
      ...(await textOf(within, issue, carry)),
      namespace: home,
      type: 'epic',
      isConfidential: issue.isConfidential,
      labelIds: await labelIdsFor(trx, issue, home),
      customFields: await customFieldsFor(within, issue, { rootId: home.rootId, type: 'epic' }),
      ...(parent && { parentId: parent }),
    });
    await copyTalk(within, trx, issue, epic, carry);
    return epic;
  });
}

/**
 * Moves an issue to another project, its tasks with it: everything it has goes along, labels and milestone by name where they
 * reach; what stays behind is closed and points at it. Throws ConflictError where it was moved before, ValidationError for the
 * project it is in, ForbiddenError unless the viewer plans at both ends.
 */
export async function moveIssue(ctx: Context, id: WorkItemId, project: Namespace): Promise<Succession> {
  return succeed(ctx, id, 'moved', async (within, trx, issue) => {
    within.require(movePolicy.move, issue);
    within.require(arrivalPolicy.receive, project);
    if (project.id === issue.namespaceId) {
      throw new ValidationError({ base: ['Cannot move an issue to the project it is in'] });
    }
    const { authorId, createdAt } = issue;
    const carry = carrying(within, trx, issue, project);
    const moved = await copyOf(within, trx, issue, project, carry);
    await saveWorkItem(trx, moved.id, { authorId, createdAt });
    await copyTalk(within, trx, issue, moved, carry);
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
 * Copies an issue into a project, the one it is in or another; with its comments where these are asked for. The copy is the
 * viewer's own, and open. Refuses like `moveIssue`.
 */
export async function cloneIssue(
  ctx: Context,
  id: WorkItemId,
  { project, withNotes }: { project: Namespace; withNotes: boolean },
): Promise<Succession> {
  return succeed(ctx, id, 'cloned', async (within, trx, issue) => {
    within.require(movePolicy.clone, issue);
    within.require(arrivalPolicy.receive, project);
    const carry = carrying(within, trx, issue, project);
    const clone = await copyOf(within, trx, issue, project, carry);
    if (withNotes) await copyTalk(within, trx, issue, clone, carry);
    return clone;
  });
}

/**
 * Closes an issue as the same as another, and links the two. Throws ConflictError where it is one already, ValidationError for an
 * issue with itself, NotFoundError and ForbiddenError for what the viewer may not see or change.
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
      // They know of each other already, in whatever way.
      if (!(error instanceof ConflictError)) throw error;
    }
    return canonical;
  });
}

async function succeed(
  ctx: Context,
  id: WorkItemId,
  way: Way,
  make: (within: Context, trx: Trx, original: WorkItem) => Promise<WorkItem>,
): Promise<Succession> {
  const successorId = await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const successor = await make(within, trx, await findVisibleWorkItemById(within, id));
    // Locks the row, after whatever of the tree was locked: nobody else can have it go on as well.
    const original = await findVisibleWorkItemById(
      within,
      way === 'cloned' ? id : (await updateWorkItem(within, id, { stateEvent: 'close' })).id,
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

const refusals = {
  moved: 'Issue already moved.',
  promoted: 'Issue already promoted to epic.',
  duplicated: 'Issue already closed as a duplicate.',
} as const;

async function pointAt(trx: Trx, original: WorkItem, way: keyof typeof successors, to: WorkItemId): Promise<void> {
  if (original[successors[way]] !== null) throw new ConflictError(refusals[way]);
  await saveWorkItem(trx, original.id, { [successors[way]]: to });
}

/** The item's own fields as those of a new one in a project. */
async function copyOf(ctx: Context, trx: Trx, issue: WorkItem, project: Namespace, carry: Carrying): Promise<WorkItem> {
  const { traversalIds } = project.scope;
  const parentId = await parentAfterMove(ctx, issue, project);
  const wanted: NewWorkItem = {
    ...(await textOf(ctx, issue, carry)),
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

/** Takes texts of an item along to where it goes on. */
type Carrying = (texts: readonly string[]) => Promise<string[]>;

/**
 * In another group or project a text still means the same: its references name their whole path, and the files in it are files of
 * that place, so that whoever reads the text can open them and nothing there hangs on the old one.
 */
function carrying(ctx: Context, trx: Trx, item: WorkItem, home: Namespace): Carrying {
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

async function textOf(ctx: Context, item: WorkItem, carry: Carrying): Promise<{ title: string; description: string }> {
  const [description = ''] = await carry([(await ctx.load(descriptionsById, item.id))?.description ?? '']);
  return { title: item.title, description };
}

/** Labels that reach there, or are called the same there. */
async function labelIdsFor(trx: Trx, item: WorkItem, home: Namespace) {
  const own = await labelsOnItem(trx, item.id);
  const there = await labelsAvailableIn(trx, home.scope.traversalIds, {
    ids: [],
    titles: own.map(({ title }) => title),
  });
  // The nearest of a name comes first.
  return own.flatMap(({ title }) => there.find((label) => label.title === title)?.id ?? []);
}

/** The parent that a successor keeps: within the same tree of groups, where the viewer plans. */
async function parentAfterMove(ctx: Context, item: WorkItem, home: Namespace): Promise<WorkItemId | null> {
  if (item.rootId !== home.rootId) return null;
  const parent = await visibleWorkItem(ctx, item.parentId);
  return parent?.type === 'epic' && ctx.can(workItemPolicy.plan, parent) ? parent.id : null;
}

async function copyTalk(ctx: Context, trx: Trx, from: WorkItem, to: WorkItem, carry: Carrying): Promise<void> {
  const items = { from: from.id, to: to.id };
  const scope = { path: to.namespacePath, kind: to.namespaceKind };
  const notes = await copyNotes(ctx, trx, items, { to: scope, carry });
  await copyReactions(trx, items, notes);
}

async function parentOf(trx: Trx, issue: WorkItem): Promise<Namespace> {
  const project = await namespaceById(trx, issue.namespaceId);
  const group = project?.parentId ? await namespaceById(trx, project.parentId) : null;
  if (!group) throw new ValidationError({ base: ['The project is in no group'] });
  return group;
}
