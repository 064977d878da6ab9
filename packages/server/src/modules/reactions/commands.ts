import { ConflictError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { NoteId, ReactionId, UserId, WorkItemId } from '@milepost/core/ids';
import { reactionName } from '@milepost/core/reactions';
import type { Context, Trx } from '../../platform/context.ts';
import { emojiOf } from '../../platform/markdown/emoji.ts';
import { visibleWorkItem } from '../work-items/store.ts';
import { ownReactionPolicy, reactionPolicy, type Awardable } from './policy.ts';
import { insertReaction, lockReactionsOf, ownReaction, reactionsById, removeReaction, type Reaction } from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'reaction.added': { reactionId: ReactionId; name: string; noteId: NoteId | null };
    'reaction.removed': { name: string; noteId: NoteId | null };
  }
}

/** Registers a type that can have reactions, by the type in its global ids. */
export interface AwardablePlug {
  readonly types: readonly string[];
  /** Null when there is none that the viewer may read. */
  find(ctx: Context, id: number): Promise<Awardable | null>;
}

const plugs: AwardablePlug[] = [];

/** Called by each room with awardable objects, at start. */
export function plugInAwardable(plug: AwardablePlug): void {
  if (!plugs.includes(plug)) plugs.push(plug);
}

/** Work items accept reactions under each of their type names. */
export const workItemAwardable: AwardablePlug = {
  types: ['Epic', 'Issue', 'WorkItem'],
  async find(ctx, id) {
    const item = await visibleWorkItem(ctx, id as WorkItemId);
    return item && { target: { workItemId: item.id }, item, isSystem: false };
  },
};

/** Resolves a global id to an awardable. Throws NotFoundError when there is none that the viewer may read. */
export async function findAwardable(ctx: Context, type: string, id: number): Promise<Awardable> {
  const found = await plugs.find(({ types }) => types.includes(type))?.find(ctx, id);
  if (!found) throw new NotFoundError('Awardable');
  return found;
}

/** Adds a reaction. Throws ConflictError when the viewer has already added it, ValidationError for an unknown name. */
export async function addReaction(ctx: Context, awardable: Awardable, emoji: string): Promise<Reaction> {
  const userId = allowed(ctx, awardable);
  const id = await ctx.transaction(async (trx) => {
    await lockReactionsOf(trx, userId);
    return add(trx, awardable, userId, emoji);
  });
  return (await ctx.load(reactionsById, id)) as Reaction;
}

/** Removes the viewer's own reaction. Throws NotFoundError when there is none. */
export async function removeOwnReaction(ctx: Context, awardable: Awardable, emoji: string): Promise<Reaction> {
  const userId = allowed(ctx, awardable);
  return ctx.transaction(async (trx) => {
    await lockReactionsOf(trx, userId);
    const reaction = await ownReaction(trx, awardable.target, userId, reactionName(emoji));
    if (!reaction) throw new NotFoundError('Award Emoji');
    await remove(trx, awardable, reaction);
    return reaction;
  });
}

export interface Toggled {
  reaction: Reaction;
  isOn: boolean;
}

/** Adds the reaction, or removes it if it exists. Of two concurrent calls the second undoes the first. */
export async function toggleReaction(ctx: Context, awardable: Awardable, emoji: string): Promise<Toggled> {
  const userId = allowed(ctx, awardable);
  const { isOn, reaction, id } = await ctx.transaction(async (trx) => {
    await lockReactionsOf(trx, userId);
    const own = await ownReaction(trx, awardable.target, userId, reactionName(emoji));
    if (!own) return { isOn: true, reaction: null, id: await add(trx, awardable, userId, emoji) };
    await remove(trx, awardable, own);
    return { isOn: false, reaction: own, id: own.id };
  });
  return { isOn, reaction: reaction ?? ((await ctx.load(reactionsById, id)) as Reaction) };
}

/** The reaction with this id on an awardable. Throws NotFoundError when there is none. */
export async function findReaction(ctx: Context, awardable: Awardable, id: ReactionId): Promise<Reaction> {
  const reaction = Number.isSafeInteger(id) ? await ctx.load(reactionsById, id) : null;
  const { target } = awardable;
  const isThere =
    target.noteId === undefined ? reaction?.workItemId === target.workItemId : reaction?.noteId === target.noteId;
  if (!reaction || !isThere) throw new NotFoundError('Award Emoji');
  return reaction;
}

/** Deletes a reaction by id: one's own, or anybody's as administrator. */
export async function deleteReaction(ctx: Context, awardable: Awardable, id: ReactionId): Promise<void> {
  const reaction = await findReaction(ctx, awardable, id);
  ctx.require(ownReactionPolicy.destroy, { userId: reaction.userId, isArchived: awardable.item.isArchived });
  await ctx.transaction((trx) => remove(trx, awardable, reaction));
}

function allowed(ctx: Context, awardable: Awardable): UserId {
  const userId = ctx.viewer.requireId();
  ctx.require(reactionPolicy.create, awardable);
  return userId;
}

async function add(trx: Trx, awardable: Awardable, userId: UserId, emoji: string): Promise<ReactionId> {
  const name = reactionName(emoji);
  // Imported reactions may have other names: only new ones are checked against the list.
  if (!emojiOf(name)) throw new ValidationError({ name: ['is not a valid emoji name'] });
  const { target, item } = awardable;
  const reactionId = await insertReaction(trx, target, userId, name);
  if (reactionId === null) throw new ConflictError('Name has already been taken');
  trx.announce({
    name: 'reaction.added',
    namespaceId: item.namespaceId,
    workItemId: item.id,
    data: { reactionId, name, noteId: target.noteId ?? null },
  });
  return reactionId;
}

async function remove(trx: Trx, { target, item }: Awardable, { id, name }: Reaction): Promise<void> {
  await removeReaction(trx, id);
  trx.announce({
    name: 'reaction.removed',
    namespaceId: item.namespaceId,
    workItemId: item.id,
    data: { name, noteId: target.noteId ?? null },
  });
}
