import {
  createInboundWebhook,
  deleteInboundWebhook,
  inboundWebhooks,
} from '../../../modules/inbound-webhooks/commands.ts';
import type { Visibility } from '@milepost/core/roles';
import { findVisibleGroup, findVisibleProject } from '../../../modules/namespaces/commands.ts';
import { testWebhook } from '../../../modules/webhooks/commands/by-hand.ts';
import { createWebhook, deleteWebhook, updateWebhook, webhookOf } from '../../../modules/webhooks/commands.ts';
import { permission, type PermissionRow } from '../../permissions.ts';
import type { Builders } from '../../test.ts';

const group = (build: Builders, visibility: Visibility) => build.group({ visibility });
const project = (build: Builders, visibility: Visibility) => build.project({ visibility });
const hook = { url: 'https://hooks.example/in', issuesEvents: true };

export const webhookPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'add, see, change and remove a webhook of a group',
    least: 'owner',
    given: group,
    perform: async (ctx, { id }) => {
      const namespace = await findVisibleGroup(ctx, id);
      const made = await createWebhook(ctx, namespace, hook);
      await webhookOf(ctx, namespace, made.id);
      await updateWebhook(ctx, namespace, made.id, { noteEvents: true });
      await deleteWebhook(ctx, namespace, made.id);
    },
  }),
  permission({
    operation: 'add, see, change and remove a webhook of a project',
    least: 'maintainer',
    given: project,
    perform: async (ctx, { id }) => {
      const namespace = await findVisibleProject(ctx, id);
      const made = await createWebhook(ctx, namespace, hook);
      await webhookOf(ctx, namespace, made.id);
      await updateWebhook(ctx, namespace, made.id, { noteEvents: true });
      await deleteWebhook(ctx, namespace, made.id);
    },
  }),
  permission({
    operation: 'test a webhook of a group',
    least: 'owner',
    given: async (build, visibility) => {
      const namespace = await group(build, visibility);
      await build.epic({ group: namespace });
      return namespace;
    },
    perform: async (ctx, { id }) => {
      const namespace = await findVisibleGroup(ctx, id);
      // Refused before anything is sent: the result is in the log.
      const made = await createWebhook(ctx, namespace, { url: 'http://hooks.invalid/in' });
      await testWebhook(ctx, namespace, await webhookOf(ctx, namespace, made.id), 'issues_events');
    },
  }),
  permission({
    operation: 'test a webhook of a project',
    least: 'maintainer',
    given: async (build, visibility) => {
      const namespace = await project(build, visibility);
      await build.issue({ project: namespace });
      return namespace;
    },
    perform: async (ctx, { id }) => {
      const namespace = await findVisibleProject(ctx, id);
      // Refused before anything is sent: the result is in the log.
      const made = await createWebhook(ctx, namespace, { url: 'http://hooks.invalid/in' });
      await testWebhook(ctx, namespace, await webhookOf(ctx, namespace, made.id), 'issues_events');
    },
  }),
];

export const inboundWebhookPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see the inbound webhooks of a project',
    least: 'maintainer',
    isReading: true,
    given: (build, visibility) => build.project({ visibility }),
    perform: async (ctx, { id }) => inboundWebhooks(ctx, await findVisibleProject(ctx, id)),
  }),
  permission({
    operation: 'create and remove an inbound webhook',
    least: 'maintainer',
    given: (build, visibility) => build.project({ visibility }),
    perform: async (ctx, { id }) => {
      const project = await findVisibleProject(ctx, id);
      const { webhook } = await createInboundWebhook(ctx, project, { forge: 'github' });
      await deleteInboundWebhook(ctx, project, webhook.id);
    },
  }),
];
