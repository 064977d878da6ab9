import type { AbuseReportId, UserId } from '@milepost/core/ids';
import { abuseReports, reportAbuse, setReportState } from '../../../modules/users/commands/abuse.ts';
import { createUser, deleteUser, setBanned, setBlocked, updateUser } from '../../../modules/users/commands/accounts.ts';
import { resetFactors } from '../../../modules/users/commands/factor-settings.ts';
import { impersonate } from '../../../modules/users/commands/impersonation.ts';
import { listSessions } from '../../../modules/users/commands/sessions.ts';
import { approveUser, rejectUser } from '../../../modules/users/commands/sign-up.ts';
import { createAccessToken, revokeToken } from '../../../modules/users/commands/tokens.ts';
import type { Builders } from '../../test.ts';
import { permission, type PermissionRow } from '../../permissions.ts';

async function waitingUser(build: Builders): Promise<UserId> {
  return (await build.user({ state: 'blocked_pending_approval' })).id;
}

export const userPermissions: readonly PermissionRow[] = [
  permission({ operation: 'list one’s own sessions', least: 'person', perform: (ctx) => listSessions(ctx) }),
  permission({
    operation: 'create an access token for oneself',
    least: 'person',
    perform: (ctx, _, build) =>
      createAccessToken(ctx, { userId: ctx.viewer.id ?? build.idOf('ada'), name: 'own', scopes: ['api'] }),
  }),
  permission({
    operation: 'create an access token for someone else',
    least: 'administrator',
    perform: async (ctx, _, build) =>
      createAccessToken(ctx, { userId: (await build.user()).id, name: 'other', scopes: ['api'] }),
  }),
  permission({
    operation: 'revoke an access token of someone else',
    least: 'administrator',
    isHidden: true,
    perform: async (ctx, _, build) => {
      const owner: UserId = (await build.user()).id;
      const { token } = await createAccessToken(build.as('root'), { userId: owner, name: 'x', scopes: ['api'] });
      await revokeToken(ctx, token.id);
    },
  }),
  permission({
    operation: 'impersonate a person',
    least: 'administrator',
    perform: async (ctx, _, build) =>
      impersonate(ctx, {
        userId: (await build.user()).id,
        reason: 'Ticket 12',
        origin: { ip: null, userAgent: null },
      }),
  }),
  permission({
    operation: 'create an account',
    least: 'administrator',
    perform: (ctx, _, build) => {
      const username = `made-${build.next()}`;
      return createUser(ctx, { username, name: 'Made', email: `${username}@milepost.test` });
    },
  }),
  permission({
    operation: 'change an account',
    least: 'administrator',
    perform: async (ctx, _, build) => updateUser(ctx, (await build.user()).id, { name: 'Other' }),
  }),
  permission({
    operation: 'block an account',
    least: 'administrator',
    perform: async (ctx, _, build) => setBlocked(ctx, (await build.user()).id, true),
  }),
  permission({
    operation: 'ban an account, which hides its content',
    least: 'administrator',
    perform: async (ctx, _, build) => setBanned(ctx, (await build.user()).id, true),
  }),
  permission({
    operation: 'remove the second factor of an account',
    least: 'administrator',
    perform: async (ctx, _, build) => resetFactors(ctx, (await build.user({ hasSecondFactor: true })).id),
  }),
  permission({
    operation: 'approve a registered account',
    least: 'administrator',
    perform: async (ctx, _, build) => approveUser(ctx, await waitingUser(build)),
  }),
  permission({
    operation: 'reject a registered account',
    least: 'administrator',
    perform: async (ctx, _, build) => rejectUser(ctx, await waitingUser(build)),
  }),
  permission({
    operation: 'report a person to the administrators',
    least: 'person',
    perform: async (ctx, _, build) =>
      reportAbuse(ctx, { userId: (await build.user()).id, category: 'spam', reportedFromUrl: '/' }),
  }),
  permission({
    operation: 'read abuse reports',
    least: 'administrator',
    isReading: true,
    perform: (ctx) => abuseReports(ctx, 'open', { offset: 0, perPage: 20 }),
  }),
  permission({
    operation: 'close a report',
    least: 'administrator',
    perform: async (ctx, _, build) => {
      const reported = { userId: (await build.user()).id, category: 'spam', reportedFromUrl: '/' } as const;
      await reportAbuse(build.as('mina'), reported);
      const { reports } = await abuseReports(build.as('root'), 'open', { offset: 0, perPage: 1 });
      await setReportState(ctx, reports[0]?.id as AbuseReportId, 'closed');
    },
  }),
  permission({
    operation: 'delete an account',
    least: 'administrator',
    perform: async (ctx, _, build) => deleteUser(ctx, (await build.user()).id),
  }),
];
