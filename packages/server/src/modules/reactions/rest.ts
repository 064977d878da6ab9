import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { idParam } from '../../platform/rest/params.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { presentUser } from '../users/rest/presenters.ts';
import { ghost, usersById } from '../users/store.ts';
import { findVisibleWorkItem, issueTypes } from '../work-items/store.ts';
import { addReaction, deleteReaction, findReaction } from './commands.ts';
import type { Awardable } from './policy.ts';
import { countReactions, reactionsOnPage, type Reaction } from './store.ts';

const tags = ['reactions'];
const newReaction = Type.Object({ name: Type.String({ description: 'Of the emoji, without colons' }) });

type Params = Readonly<Record<string, string>>;

/** An awardable in a path, with the routes of reactions below it. */
export interface AwardablePath {
  /** Its name in messages: "an issue". */
  noun: string;
  path: string;
  /** The value of `awardable_type`. */
  type: string;
  find: (ctx: Context, params: Params) => Promise<Awardable>;
}

export function addRoutes(routes: Routes): void {
  addReactionRoutes(routes, {
    noun: 'an issue',
    path: '/projects/:id/issues/:issue_iid',
    type: 'Issue',
    find: async (ctx, params) => {
      const namespace = await findVisibleProject(ctx, params['id'] ?? '');
      const item = await findVisibleWorkItem(ctx, { namespace, iid: params['issue_iid'] ?? '', types: issueTypes });
      return { target: { workItemId: item.id }, item, isSystem: false };
    },
  });
  addReactionRoutes(routes, {
    noun: 'an epic',
    path: '/groups/:id/epics/:epic_iid',
    type: 'Epic',
    find: async (ctx, params) => {
      const namespace = await findVisibleGroup(ctx, params['id'] ?? '');
      const item = await findVisibleWorkItem(ctx, { namespace, iid: params['epic_iid'] ?? '', types: ['epic'] });
      return { target: { workItemId: item.id }, item, isSystem: false };
    },
  });
}

/** The four reaction routes of an awardable. */
export function addReactionRoutes(routes: Routes, { noun, path, type, find }: AwardablePath): void {
  const list = `${path}/award_emoji`;

  routes.get(
    list,
    { summary: `Reactions on ${noun}`, tags, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const { target } = await find(ctx, params);
      const page = pageRequest(input);
      const [reactions, total] = await Promise.all([reactionsOnPage(ctx, target, page), countReactions(ctx, target)]);
      const rows = await Promise.all(reactions.map((reaction) => presentReaction(ctx, reaction, type)));
      return new RestPage(rows, total, page);
    },
  );

  routes.get(`${list}/:award_id`, { summary: `One reaction on ${noun}`, tags }, async ({ params }, ctx) =>
    presentReaction(ctx, await findReaction(ctx, await find(ctx, params), idOf(params)), type),
  );

  routes.post(
    list,
    { summary: `React to ${noun}`, tags, signedIn: true, input: newReaction },
    async ({ params, input }, ctx) =>
      presentReaction(ctx, await addReaction(ctx, await find(ctx, params), input.name), type),
  );

  routes.delete(
    `${list}/:award_id`,
    { summary: `Delete a reaction on ${noun}`, tags, signedIn: true },
    async ({ params }, ctx) => deleteReaction(ctx, await find(ctx, params), idOf(params)),
  );
}

const idOf = (params: Params) => idParam<'Reaction'>(params, 'award_id');

async function presentReaction(ctx: Context, reaction: Reaction, type: string) {
  const user = (await ctx.load(usersById, reaction.userId)) ?? ghost;
  return {
    id: reaction.id,
    name: reaction.name,
    user: presentUser(user, ctx.baseUrl),
    created_at: reaction.createdAt,
    updated_at: reaction.createdAt,
    awardable_id: reaction.workItemId ?? reaction.noteId,
    awardable_type: type,
  };
}
