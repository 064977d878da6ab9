import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { usersById } from '../users/store.ts';
import { epicAt } from '../work-items/rest-epics.ts';
import { issueAt } from '../work-items/rest-issues.ts';
import { presentAlone } from '../work-items/rest-presenters.ts';
import { changeNotificationLevel, chooseSubscription, ownNotificationLevel } from './commands.ts';

const paths = [
  { noun: 'an issue', path: '/projects/:id/issues/:issue_iid', find: issueAt },
  { noun: 'an epic', path: '/groups/:id/epics/:epic_iid', find: epicAt },
] as const;

/** Hearing of issues and epics, and how much one wants to hear at all. */
export function addRoutes(routes: Routes): void {
  const tags = ['subscriptions'];
  for (const { noun, path, find } of paths) {
    for (const verb of ['subscribe', 'unsubscribe'] as const) {
      routes.post(
        `${path}/${verb}`,
        {
          summary: `${verb === 'subscribe' ? 'Hear' : 'Hear no more'} of ${noun}; 304 when it is so already`,
          tags,
          signedIn: true,
        },
        async ({ params, reply }, ctx) => {
          const item = await find(ctx, params);
          if (await chooseSubscription(ctx, item, verb === 'subscribe')) return presentAlone(ctx, item);
          void reply.code(304);
          return null;
        },
      );
    }
  }
  routes.get(
    '/notification_settings',
    { summary: 'How much one wants to hear by e-mail', tags, signedIn: true },
    async (_request, ctx) => presentSettings(ctx),
  );
  routes.put(
    '/notification_settings',
    {
      summary: 'Say how much one wants to hear by e-mail',
      tags,
      signedIn: true,
      input: Type.Object({
        level: Type.Optional(Type.String({ description: 'disabled, mention, participating or watch' })),
      }),
    },
    async ({ input }, ctx) => {
      if (input.level !== undefined) await changeNotificationLevel(ctx, input.level);
      return presentSettings(ctx);
    },
  );
}

async function presentSettings(ctx: Context): Promise<object> {
  const level = await ownNotificationLevel(ctx);
  const user = ctx.viewer.id === null ? null : await ctx.load(usersById, ctx.viewer.id);
  return { level, notification_email: user?.email ?? null };
}
