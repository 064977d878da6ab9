import { createStream, listStreams, removeStream } from '../../../modules/audit/commands/streams.ts';
import { auditPolicy, mayReadInstanceLog } from '../../../modules/audit/policy.ts';
import { ForbiddenError } from '@milepost/core/errors';
import { findVisibleGroup, findVisibleProject } from '../../../modules/namespaces/commands.ts';
import { jobsIn, namespacesForAdministrators, overview, retryJobs } from '../../../modules/admin/commands/overview.ts';
import { saveSettings, sendTestMessage, shownSettings } from '../../../modules/admin/commands/settings.ts';
import { createAccount, deleteAccount, deletionOf } from '../../../modules/admin/commands/users.ts';
import { createSite, deleteSite, listSites, retrySite, updateSite } from '../../../modules/sites/commands.ts';
import { permission, type PermissionRow } from '../../permissions.ts';

const administrator = { least: 'administrator', isHidden: true } as const;
const reading = { ...administrator, isReading: true } as const;
const firstPage = { offset: 0, perPage: 1 };

export const adminPermissions: readonly PermissionRow[] = [
  permission({ operation: 'read the overview of the installation', ...reading, perform: (ctx) => overview(ctx) }),
  permission({ operation: 'read the settings of the installation', ...reading, perform: (ctx) => shownSettings(ctx) }),
  permission({
    operation: 'change the settings of the installation',
    ...administrator,
    perform: (ctx) => saveSettings(ctx, 'name', { MILEPOST_NAME: '' }),
  }),
  permission({ operation: 'send a test message', ...administrator, perform: (ctx) => sendTestMessage(ctx) }),
  permission({
    operation: 'list all groups',
    ...reading,
    perform: (ctx) => namespacesForAdministrators(ctx, 'group', '', firstPage),
  }),
  permission({ operation: 'list background jobs', ...reading, perform: (ctx) => jobsIn(ctx, 'failed', firstPage) }),
  permission({ operation: 'retry failed jobs', ...administrator, perform: (ctx) => retryJobs(ctx, null) }),
  permission({
    operation: 'create an account with a generated password',
    ...administrator,
    perform: (ctx, _, build) => {
      const username = `generated-${build.next()}`;
      return createAccount(ctx, { username, name: 'Made', email: `${username}@milepost.test`, password: 'generated' });
    },
  }),
  permission({
    operation: 'delete an account with what the person wrote',
    ...administrator,
    perform: async (ctx, _, build) => {
      const { id, username } = await build.user();
      await deletionOf(ctx, id);
      await deleteAccount(ctx, id, { username, contributions: 'delete', newOwners: {} });
    },
  }),
];

/** Forbidden instead of hidden: the published API says so. */
const visible = { least: 'administrator' } as const;
const otherSite = (build: { next(): number }) => ({ name: `Site ${build.next()}`, url: 'https://other.milepost.test' });

export const sitePermissions: readonly PermissionRow[] = [
  permission({
    operation: 'list sites and their status',
    ...visible,
    isReading: true,
    perform: (ctx) => listSites(ctx),
  }),
  permission({ operation: 'add a site', ...visible, perform: (ctx, _, build) => createSite(ctx, otherSite(build)) }),
  permission({
    operation: 'change, repair and remove a site',
    ...visible,
    perform: async (ctx, _, build) => {
      const { id } = await createSite(build.as('root'), otherSite(build));
      await updateSite(ctx, id, { isEnabled: false });
      await retrySite(ctx, id);
      await deleteSite(ctx, id);
    },
  }),
];

const destination = { name: '', url: 'https://siem.example.invalid/in' };

export const auditPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'read the audit log of a group',
    least: 'owner',
    isReading: true,
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => ctx.require(auditPolicy.read, await findVisibleGroup(ctx, id)),
  }),
  permission({
    operation: 'read the audit log of a project',
    least: 'maintainer',
    isReading: true,
    given: (build, visibility) => build.project({ visibility }),
    perform: async (ctx, { id }) => ctx.require(auditPolicy.read, await findVisibleProject(ctx, id)),
  }),
  permission({
    operation: 'list the destinations of audit events of a group',
    least: 'owner',
    isReading: true,
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => listStreams(ctx, await findVisibleGroup(ctx, id)),
  }),
  permission({
    operation: 'add a destination of audit events to a group',
    least: 'owner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => createStream(ctx, await findVisibleGroup(ctx, id), destination),
  }),
  permission({
    operation: 'remove a destination of audit events from a group',
    least: 'owner',
    given: async (build, visibility) => {
      const group = await build.group({ visibility });
      const { stream } = await createStream(build.as('root'), group, destination);
      return { id: group.id, streamId: stream.id };
    },
    perform: async (ctx, { id, streamId }) => removeStream(ctx, await findVisibleGroup(ctx, id), streamId),
  }),
  permission({
    operation: 'list the destinations of audit events of the installation',
    least: 'administrator',
    isReading: true,
    perform: (ctx) => listStreams(ctx, null),
  }),
  permission({
    operation: 'read the audit log of the installation',
    least: 'administrator',
    isReading: true,
    perform: (ctx) => {
      if (!mayReadInstanceLog(ctx.viewer)) throw new ForbiddenError();
      return Promise.resolve();
    },
  }),
];
