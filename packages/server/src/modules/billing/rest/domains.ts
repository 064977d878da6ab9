import { Type } from 'typebox';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { idOf as namespaceIn } from '../../namespaces/rest/groups.ts';
import { presentProfile } from '../../users/rest/presenters.ts';
import { findBilledGroup } from '../commands.ts';
import { addMailDomain, recordOf, removeMailDomain, verifyMailDomain } from '../commands/domains.ts';
import { listEnterpriseUsers, mailDomainsOf, type MailDomain } from '../store/domains.ts';

/** Enterprise users, and the mail domains by which accounts become ones, for owners of top-level groups. */
export function addDomainRoutes(routes: Routes): void {
  routes.get(
    '/groups/:id/enterprise_users',
    {
      summary: 'The accounts in mail domains that a top-level group has verified, newest first',
      tags: ['enterprise users'],
      signedIn: true,
      input: Type.Object({
        ...pagingInput,
        username: Type.Optional(Type.String({ description: 'Exactly this username' })),
        search: Type.Optional(Type.String({ description: 'Part of a name, username or e-mail address' })),
        active: Type.Optional(Type.Boolean()),
        blocked: Type.Optional(Type.Boolean()),
        created_after: timeInput('Created at this time or later'),
        created_before: timeInput('Created at this time or earlier'),
        two_factor: Type.Optional(
          Type.Enum(['enabled', 'disabled'], { description: 'Whether they have a second factor' }),
        ),
      }),
    },
    async ({ params, input }, ctx) => {
      const group = await findBilledGroup(ctx, namespaceIn(params));
      const page = pageRequest(input);
      const filter = {
        username: input.username,
        search: input.search?.trim(),
        isActive: input.active,
        isBlocked: input.blocked,
        createdAfter: timeOf('created_after', input.created_after),
        createdBefore: timeOf('created_before', input.created_before),
        hasSecondFactor: input.two_factor && input.two_factor === 'enabled',
      };
      const { users, total } = await listEnterpriseUsers(ctx.db, group.id, filter, page);
      return new RestPage(
        users.map((user) => ({
          ...presentProfile(user, ctx.baseUrl),
          email: user.email,
          two_factor_enabled: user.hasSecondFactor,
          last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
        })),
        total,
        page,
      );
    },
  );

  const path = '/groups/:id/mail_domains';
  const about = { tags: ['mail domains'], signedIn: true };
  routes.get(
    path,
    { ...about, summary: 'The mail domains of a top-level group. Milepost extension' },
    async ({ params }, ctx) => {
      const group = await findBilledGroup(ctx, namespaceIn(params));
      return (await mailDomainsOf(ctx.db, group.id)).map(present);
    },
  );
  routes.post(
    path,
    {
      ...about,
      summary: 'Add a mail domain. Milepost extension',
      input: Type.Object({ domain: Type.String({ description: 'Such as `example.com`' }) }),
    },
    async ({ params, input }, ctx) =>
      present(await addMailDomain(ctx, await findBilledGroup(ctx, namespaceIn(params)), input.domain)),
  );
  routes.put(
    `${path}/:domain/verify`,
    { ...about, summary: 'Verify a mail domain by its TXT record. Milepost extension' },
    async ({ params }, ctx) =>
      present(await verifyMailDomain(ctx, await findBilledGroup(ctx, namespaceIn(params)), params['domain'] ?? '')),
  );
  routes.delete(
    `${path}/:domain`,
    { ...about, summary: 'Remove a mail domain. Milepost extension' },
    async ({ params }, ctx) =>
      removeMailDomain(ctx, await findBilledGroup(ctx, namespaceIn(params)), params['domain'] ?? ''),
  );
}

function present(domain: MailDomain) {
  return {
    domain: domain.domain,
    verified: domain.verifiedAt !== null,
    verified_at: domain.verifiedAt?.toISOString() ?? null,
    txt_record: recordOf(domain),
    created_at: domain.createdAt.toISOString(),
  };
}
