import type { Visibility } from '@milepost/core/roles';
import { findVisibleGroup, findVisibleProject } from '../modules/namespaces/commands.ts';
import { createWebhook, deleteWebhook, updateWebhook, webhookOf } from '../modules/webhooks/commands.ts';
import { permission, type PermissionRow } from './permissions.ts';
import type { Builders } from './test.ts';

const group = (build: Builders, visibility: Visibility) => build.group({ visibility });
const project = (build: Builders, visibility: Visibility) => build.project({ visibility });
const hook = { url: 'https://hooks.example/in', issuesEvents: true };

export const webhookPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'add, see, change and remove a webhook of a group',
    least: 'owner',
    given: group,
    perform: async (ctx, { id }) => {
      const place = await findVisibleGroup(ctx, id);
      const made = await createWebhook(ctx, place, hook);
      await webhookOf(ctx, place, made.id);
      await updateWebhook(ctx, place, made.id, { noteEvents: true });
      await deleteWebhook(ctx, place, made.id);
    },
  }),
  permission({
    operation: 'add, see, change and remove a webhook of a project',
    least: 'maintainer',
    given: project,
    perform: async (ctx, { id }) => {
      const place = await findVisibleProject(ctx, id);
      const made = await createWebhook(ctx, place, hook);
      await webhookOf(ctx, place, made.id);
      await updateWebhook(ctx, place, made.id, { noteEvents: true });
      await deleteWebhook(ctx, place, made.id);
    },
  }),
];
