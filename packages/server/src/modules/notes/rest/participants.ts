import type { Routes } from '../../../platform/rest/routes.ts';
import { presentUser } from '../../users/rest/presenters.ts';
import { usersById } from '../../users/store.ts';
import type { NoteablePath } from './paths.ts';
import { participantsOfWorkItem } from '../commands/participants.ts';

/** Whoever took part in a work item. */
export function addParticipantRoutes(routes: Routes, { noun, path, find }: NoteablePath): void {
  routes.get(
    `${path}/participants`,
    { summary: `People who took part in ${noun}`, tags: ['notes'] },
    async ({ params }, ctx) => {
      const item = await find(ctx, params);
      const users = await ctx.loadMany(usersById, (await ctx.load(participantsOfWorkItem, item.id)) ?? []);
      return users.map((user) => presentUser(user, ctx.baseUrl));
    },
  );
}
