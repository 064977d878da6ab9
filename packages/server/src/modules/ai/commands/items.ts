import type { WorkItemId } from '@milepost/core/ids';
import { healthStatuses, type HealthStatus } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { referenceOf } from '../../change-sets/commands/items.ts';
import { childrenAfter, everyChild } from '../../hierarchy/store/children.ts';
import { labelsOfWorkItem } from '../../labels/store/items.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { notesAfter } from '../../notes/store.ts';
import { statusUpdatesPolicy } from '../../status-updates/policy.ts';
import { updatesAfter } from '../../status-updates/store.ts';
import { usersById } from '../../users/store.ts';
import { descriptionsById, findVisibleWorkItemById, type WorkItem } from '../../work-items/store.ts';
import { isOffered } from '../policy.ts';
import type { AiFeature } from '../table.ts';
import { completeText } from './chat.ts';
import { AssistantOffError } from './errors.ts';
import { completeForm } from './forms.ts';
import { configOf, type ModelCall } from './model.ts';

const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_COMMENTS = 100;
const MAX_COMMENT_LENGTH = 2_000;
const MAX_DISCUSSION_LENGTH = 50_000;
const MAX_CHILDREN = 50;
const MAX_UPDATES = 3;

/**
 * The item of a call. Throws AssistantNotConfiguredError, NotFoundError for one that the viewer may not read, and AssistantOffError
 * where the group does not allow the feature.
 */
export async function assistedItem(ctx: Context, id: WorkItemId, feature: AiFeature): Promise<WorkItem> {
  configOf(ctx);
  const item = await findVisibleWorkItemById(ctx, id);
  if (!(await isOfferedFor(ctx, item, feature))) throw new AssistantOffError();
  return item;
}

export async function isOfferedFor(ctx: Context, item: WorkItem, feature: AiFeature): Promise<boolean> {
  const namespace = await ctx.load(namespacesById, item.namespaceId);
  const root = namespace && (await ctx.load(namespacesById, namespace.rootId));
  return namespace !== null && root !== null && isOffered({ namespace, root }, feature);
}

/** An item as the model reads it: only what the viewer may read. */
export async function itemData(ctx: Context, item: WorkItem) {
  const [texts, labels] = await Promise.all([ctx.load(descriptionsById, item.id), ctx.load(labelsOfWorkItem, item.id)]);
  return {
    reference: referenceOf(item),
    type: item.type,
    title: item.title,
    state: item.state,
    start_date: item.startDate,
    due_date: item.dueDate,
    health: item.healthStatus,
    labels: (labels ?? []).map(({ title }) => title),
    description: (texts?.description ?? '').slice(0, MAX_DESCRIPTION_LENGTH),
  };
}

/** The newest comments that the viewer may read, the oldest first. */
export async function discussionOf(ctx: Context, item: WorkItem) {
  const listing = { workItemId: item.id, filter: 'comments', isDescending: true } as const;
  const slice = { limit: MAX_COMMENTS, isBackward: false, cursor: null };
  const notes = (await notesAfter(ctx, listing, slice)).slice(0, MAX_COMMENTS);
  const authors = new Map(
    (
      await ctx.loadMany(
        usersById,
        notes.flatMap(({ authorId }) => authorId ?? []),
      )
    ).map((user) => [user.id, user.name]),
  );
  let left = MAX_DISCUSSION_LENGTH;
  const shown = [];
  for (const note of notes) {
    const text = note.body.slice(0, Math.min(MAX_COMMENT_LENGTH, left));
    if (text === '') break;
    left -= text.length;
    const author = note.authorId === null ? null : (authors.get(note.authorId) ?? null);
    shown.push({ author, at: note.createdAt.toISOString().slice(0, 10), internal: note.isInternal, text });
  }
  return shown.reverse();
}

/** The first children that the viewer may read, without those of groups that do not allow the feature. */
export async function childrenData({ ctx, feature }: ModelCall, item: WorkItem) {
  const slice = { limit: MAX_CHILDREN, isBackward: false, cursor: null };
  const found = (await ctx.load(childrenAfter(everyChild, slice), item.id)) ?? [];
  const children = found.slice(0, MAX_CHILDREN);
  const offered = await Promise.all(children.map((child) => isOfferedFor(ctx, child, feature)));
  const shown = children.filter((_child, index) => offered[index]);
  return shown.map((child) => ({
    type: child.type,
    title: child.title,
    state: child.state,
    due_date: child.dueDate,
    health: child.healthStatus,
    closed_at: child.closedAt?.toISOString().slice(0, 10) ?? null,
  }));
}

/** A summary of the description and discussion in Markdown. `isInternal`: it is also made of internal notes. */
export async function summarize(call: ModelCall, item: WorkItem): Promise<{ content: string; isInternal: boolean }> {
  const { ctx } = call;
  const comments = await discussionOf(ctx, item);
  const content = await completeText(call, {
    task: 'Summarize the item and its discussion for somebody who joins now: the goal, decisions, open questions and next steps, in at most 200 words.',
    data: { item: await itemData(ctx, item), comments },
  });
  return { content, isInternal: comments.some(({ internal }) => internal) };
}

const statusUpdateForm = Type.Object({
  health: Type.Enum([...healthStatuses]),
  text: Type.String({ minLength: 1, maxLength: 10_000 }),
});

/** A draft of a status update of an epic. Throws InputError for another item, ForbiddenError for those who may not post one. */
export async function draftStatusUpdate(
  call: ModelCall,
  item: WorkItem,
): Promise<{ health: HealthStatus; content: string; isInternal: boolean }> {
  const { ctx } = call;
  if (item.type !== 'epic') throw new InputError(['Only epics have status updates']);
  ctx.require(statusUpdatesPolicy.post, item);
  const [comments, children, updates] = await Promise.all([
    discussionOf(ctx, item),
    childrenData(call, item),
    updatesAfter(ctx, item.id, { limit: MAX_UPDATES, isBackward: false, cursor: null }),
  ]);
  const { health, text } = await completeForm(
    call,
    {
      task: 'Draft a status update of the epic in at most 120 words of Markdown: progress since the last update, risks, next steps. Answer with JSON only: {"health": "on_track" | "needs_attention" | "at_risk", "text": "…"}',
      data: {
        item: await itemData(ctx, item),
        children,
        comments,
        earlier_updates: updates
          .slice(0, MAX_UPDATES)
          .map(({ health: was, body }) => ({ health: was, text: body.slice(0, 2_000) })),
      },
    },
    statusUpdateForm,
  );
  return { health, content: text, isInternal: comments.some(({ internal }) => internal) };
}
