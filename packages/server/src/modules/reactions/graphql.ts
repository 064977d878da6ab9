import { formatGlobalId, parseGlobalId } from '@milepost/core/ids';
import { GraphQLError } from 'graphql';
import type { Context } from '../../platform/context.ts';
import { readCursor } from '../../platform/cursors.ts';
import { builder } from '../../platform/graphql/builder.ts';
import {
  connectionType,
  pageArguments,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../platform/graphql/connections.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { emojiOf } from '../../platform/markdown/emoji.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { ghost, usersById } from '../users/store.ts';
import { EpicPermissionsRef } from '../work-items/graphql/epics.ts';
import { addWidget } from '../work-items/graphql/widgets.ts';
import { EpicRef, issueFaces } from '../work-items/graphql.ts';
import { workItemPolicy } from '../work-items/policy.ts';
import type { WorkItem } from '../work-items/store.ts';
import { addReaction, findAwardable, removeOwnReaction, toggleReaction, type Toggled } from './commands.ts';
import type { Awardable } from './policy.ts';
import { reactionsOfWorkItem, votesOfWorkItem, type Reaction } from './store.ts';

export const AwardEmojiRef = builder.objectRef<Reaction>('AwardEmoji');
export const AwardEmojiConnection = connectionType('AwardEmoji', AwardEmojiRef);

type Reacted = Pick<WorkItem, 'id'>;

/**
 * The reactions on a work item as a connection, on each of its types. All reactions of an item are read in one batch, so that a
 * list of items costs one statement.
 */
export async function reactionsPage(item: Reacted, args: PageArguments, ctx: Context): Promise<Page<Reaction>> {
  const slice = sliceOf(args);
  const all = (await ctx.load(reactionsOfWorkItem, item.id)) ?? [];
  const from = slice.cursor ? readCursor(slice.cursor, 'bigint')[0] : 0;
  const rest = slice.isBackward
    ? all.filter(({ id }) => from === 0 || id < from).toReversed()
    : all.filter(({ id }) => id > from);
  return pageOf(
    rest.slice(0, slice.limit + 1),
    slice,
    ({ id }) => [id],
    () => Promise.resolve(all.length),
  );
}

export async function upvotesOf(item: Reacted, _args: object, ctx: Context): Promise<number> {
  return (await ctx.load(votesOfWorkItem, item.id))?.upvotes ?? 0;
}

export async function downvotesOf(item: Reacted, _args: object, ctx: Context): Promise<number> {
  return (await ctx.load(votesOfWorkItem, item.id))?.downvotes ?? 0;
}

export function extendSchema(): void {
  builder.objectField(EpicPermissionsRef, 'awardEmoji', (t) =>
    t.boolean({ resolve: (epic, _args, ctx) => ctx.can(workItemPolicy.comment, epic) }),
  );
  AwardEmojiRef.implement({
    description: 'An emoji reaction',
    fields: (t) => ({
      id: t.id({ resolve: (reaction) => formatGlobalId('AwardEmoji', reaction.id) }),
      name: t.exposeString('name'),
      emoji: t.string({ resolve: (reaction) => emojiOf(reaction.name) ?? '' }),
      createdAt: t.field({ type: 'Time', resolve: (reaction) => reaction.createdAt }),
      user: t.field({
        type: UserCoreRef,
        resolve: async (reaction, _args, ctx) => (await ctx.load(usersById, reaction.userId)) ?? ghost,
      }),
    }),
  });
  for (const face of [EpicRef, ...issueFaces]) {
    builder.objectFields(face, (t) => ({
      awardEmoji: t.field({ type: AwardEmojiConnection, nullable: true, args: pageArguments, resolve: reactionsPage }),
      upvotes: t.int({ resolve: upvotesOf }),
      downvotes: t.int({ resolve: downvotesOf }),
    }));
  }
  addWidget('AWARD_EMOJI', {
    name: 'AwardEmoji',
    fields: (t) => ({
      awardEmoji: t.field({
        type: AwardEmojiConnection,
        nullable: true,
        args: pageArguments,
        resolve: ({ item }, args, ctx) => reactionsPage(item, args, ctx),
      }),
      upvotes: t.int({ resolve: ({ item }, args, ctx) => upvotesOf(item, args, ctx) }),
      downvotes: t.int({ resolve: ({ item }, args, ctx) => downvotesOf(item, args, ctx) }),
      newCustomEmojiPath: t.string({ nullable: true, resolve: () => null }),
    }),
  });
  mutateReactions();
}

function mutateReactions(): void {
  mutation('awardEmojiAdd', {
    description: 'Adds a reaction',
    input: (t) => ({
      awardableId: t.field({ type: 'AwardableID', required: true }),
      name: t.string({ required: true }),
    }),
    resolve: async (input, ctx) => addReaction(ctx, await awardableOf(ctx, input.awardableId), input.name),
    payload: (t) => ({
      awardEmoji: t.field({ type: AwardEmojiRef, nullable: true, resolve: (payload) => payload.result }),
    }),
  });

  mutation('awardEmojiRemove', {
    description: "Removes the viewer's own reaction",
    input: (t) => ({
      awardableId: t.field({ type: 'AwardableID', required: true }),
      name: t.string({ required: true }),
    }),
    resolve: async (input, ctx) => removeOwnReaction(ctx, await awardableOf(ctx, input.awardableId), input.name),
    payload: (t) => ({
      awardEmoji: t.field({ type: AwardEmojiRef, nullable: true, resolve: (payload) => payload.result }),
    }),
  });

  mutation('awardEmojiToggle', {
    description: "Adds a reaction, or removes the viewer's own",
    input: (t) => ({
      awardableId: t.field({ type: 'AwardableID', required: true }),
      name: t.string({ required: true }),
    }),
    resolve: async (input, ctx): Promise<Toggled> =>
      toggleReaction(ctx, await awardableOf(ctx, input.awardableId), input.name),
    payload: (t) => ({
      awardEmoji: t.field({
        type: AwardEmojiRef,
        nullable: true,
        resolve: ({ result }) => (result?.isOn ? result.reaction : null),
      }),
      toggledOn: t.boolean({ resolve: ({ result }) => result?.isOn ?? false }),
    }),
  });
}

function awardableOf(ctx: Context, text: string): Promise<Awardable> {
  const id = parseGlobalId(text);
  if (!id) {
    throw new GraphQLError(`"${text}" is not the global id of an awardable`, {
      extensions: { code: 'INVALID_GLOBAL_ID' },
    });
  }
  return findAwardable(ctx, id.type, id.number);
}
