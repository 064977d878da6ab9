import {
  notificationEvents,
  type NotificationEvent,
  type NamespaceNotificationLevel,
} from '@milepost/core/notifications/notifications';
import { Type, type TBoolean, type TOptional } from 'typebox';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { usersById } from '../users/store.ts';
import { epicAt } from '../work-items/rest/epics.ts';
import { issueAt } from '../work-items/rest/issues.ts';
import { presentAlone } from '../work-items/rest/presenters.ts';
import {
  changeNotificationLevel,
  changeNotificationLevelIn,
  chooseSubscription,
  ownNotificationLevel,
  ownNotificationLevelIn,
  ownNamespaceLevels,
} from './commands.ts';
import type { SavedLevel } from './store.ts';

/** The events of the level `custom`. */
const eventChoices = Object.fromEntries(
  notificationEvents.map((event) => [event, Type.Optional(Type.Boolean())]),
) as Record<NotificationEvent, TOptional<TBoolean>>;

const paths = [
  { noun: 'an issue', path: '/projects/:id/issues/:issue_iid', find: issueAt },
  { noun: 'an epic', path: '/groups/:id/epics/:epic_iid', find: epicAt },
] as const;

/** Subscriptions to issues and epics, and the global notification level. */
export function addRoutes(routes: Routes): void {
  const tags = ['subscriptions'];
  for (const { noun, path, find } of paths) {
    for (const verb of ['subscribe', 'unsubscribe'] as const) {
      routes.post(
        `${path}/${verb}`,
        {
          summary: `${verb === 'subscribe' ? 'Subscribe to' : 'Unsubscribe from'} ${noun}; 304 without a change`,
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
  addNamespaceLevels(routes);
  routes.get(
    '/notification_settings',
    { summary: 'The global notification level', tags, signedIn: true },
    async (_request, ctx) => presentSettings(ctx),
  );
  routes.put(
    '/notification_settings',
    {
      summary: 'Set the global notification level',
      tags,
      signedIn: true,
      input: Type.Object({
        level: Type.Optional(Type.String({ description: 'disabled, mention, participating, watch or custom' })),
        ...eventChoices,
      }),
    },
    async ({ input: { level, ...choices } }, ctx) => {
      await changeNotificationLevel(ctx, level, choices);
      return presentSettings(ctx);
    },
  );
}

/** The notification level of one group or project. */
function addNamespaceLevels(routes: Routes): void {
  for (const { noun, path, find } of [
    { noun: 'a group', path: '/groups/:id', find: findVisibleGroup },
    { noun: 'a project', path: '/projects/:id', find: findVisibleProject },
  ]) {
    const about = { tags: ['subscriptions'], signedIn: true } as const;
    routes.get(
      `${path}/notification_settings`,
      { ...about, summary: `The notification level for ${noun}` },
      async ({ params }, ctx) => presentLevel(await ownNotificationLevelIn(ctx, await find(ctx, params['id'] ?? ''))),
    );
    routes.put(
      `${path}/notification_settings`,
      {
        ...about,
        summary: `Set the notification level for ${noun} and everything below it`,
        input: Type.Object({
          level: Type.Optional(
            Type.String({ description: 'global, disabled, mention, participating, watch or custom' }),
          ),
          ...eventChoices,
        }),
      },
      async ({ params, input: { level, ...choices } }, ctx) => {
        const namespace = await find(ctx, params['id'] ?? '');
        await changeNotificationLevelIn(ctx, namespace, level, choices);
        return presentLevel(await ownNotificationLevelIn(ctx, namespace));
      },
    );
  }
}

/** A level; with `custom` every event and whether it is on. */
function presentLevel(saved: SavedLevel | null): {
  level: NamespaceNotificationLevel;
  events?: Record<string, boolean>;
} {
  if (saved?.level !== 'custom') return { level: saved?.level ?? 'global' };
  const { level, events } = saved;
  return { level, events: Object.fromEntries(notificationEvents.map((event) => [event, events.includes(event)])) };
}

async function presentSettings(ctx: Context): Promise<object> {
  const saved = await ownNotificationLevel(ctx);
  const user = ctx.viewer.id === null ? null : await ctx.load(usersById, ctx.viewer.id);
  const namespaces = await ownNamespaceLevels(ctx);
  return {
    ...presentLevel(saved),
    notification_email: user?.email ?? null,
    // Milepost extension: the settings of single groups and projects.
    namespaces: namespaces.map(({ kind, fullPath, fullName, ...said }) => ({
      kind,
      full_path: fullPath,
      full_name: fullName,
      ...presentLevel(said),
    })),
  };
}
