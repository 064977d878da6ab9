import { Type } from 'typebox';
import { LDAP_PROVIDER } from '../../../platform/config/identity.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { idOf as namespaceIn } from '../../namespaces/rest/groups.ts';
import { addLdapLink, findLdapGroups, listLdapLinks, removeLdapLink, requestSync } from '../commands/ldap/links.ts';
import type { LdapGroupLink } from '../store/ldap.ts';

const tags = ['LDAP'];
const links = '/groups/:id/ldap_group_links';
const keyInput = {
  cn: Type.Optional(Type.String({ description: 'The name of a group of the directory' })),
  filter: Type.Optional(Type.String({ description: 'A filter that finds people' })),
};

/** Links of groups to groups of the directory, and its groups. */
export function addLdapRoutes(routes: Routes): void {
  routes.get(
    links,
    { summary: 'The LDAP links of a group, for its owners', tags, signedIn: true },
    async ({ params }, ctx) =>
      (await listLdapLinks(ctx, await findVisibleGroup(ctx, namespaceIn(params)))).map(present),
  );
  routes.post(
    links,
    {
      summary: 'Give a role to the people of a group of the directory, or to those whom a filter finds',
      tags,
      signedIn: true,
      input: Type.Object({
        ...keyInput,
        group_access: Type.Integer({ description: 'The role' }),
        provider: Type.String({ description: 'The name of the directory' }),
      }),
    },
    async ({ params, input }, ctx) => {
      const group = await findVisibleGroup(ctx, namespaceIn(params));
      const { cn = null, filter = null, provider, group_access: accessLevel } = input;
      return present(await addLdapLink(ctx, group, { provider, cn: cn && cn.trim(), filter, accessLevel }));
    },
  );
  routes.delete(
    links,
    {
      summary: 'Remove an LDAP link of a group',
      tags,
      signedIn: true,
      input: Type.Object({ ...keyInput, provider: Type.Optional(Type.String()) }),
    },
    async ({ params, input }, ctx) => {
      const { cn = null, filter = null, provider = LDAP_PROVIDER } = input;
      await removeLdapLink(ctx, await findVisibleGroup(ctx, namespaceIn(params)), { provider, cn, filter });
    },
  );
  for (const path of [`${links}/:cn`, `${links}/:provider/:cn`])
    routes.delete(
      path,
      { summary: 'Remove an LDAP link by its name', tags, signedIn: true },
      async ({ params }, ctx) => {
        const { provider = LDAP_PROVIDER, cn = '' } = params;
        await removeLdapLink(ctx, await findVisibleGroup(ctx, namespaceIn(params)), { provider, cn, filter: null });
      },
    );
  routes.post(
    '/groups/:id/ldap_sync',
    { summary: 'Start a sync of a group with the directory', tags, signedIn: true, status: 202 },
    async ({ params }, ctx) => {
      await requestSync(ctx, await findVisibleGroup(ctx, namespaceIn(params)));
      return { message: '202 Accepted' };
    },
  );
  for (const path of ['/ldap/:provider/groups.json', '/ldap/:provider/groups'])
    routes.get(
      path,
      {
        summary: 'Groups of the directory, for owners of groups',
        tags,
        signedIn: true,
        input: Type.Object({
          search: Type.Optional(Type.String({ maxLength: 1_000, description: 'Part of a name' })),
          per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
          active: Type.Optional(Type.Boolean({ description: 'Without effect' })),
        }),
      },
      async ({ params, input }, ctx) => {
        const names = await findLdapGroups(ctx, params['provider'] ?? '', input.search ?? '', input.per_page ?? 20);
        return names.map((cn) => ({ cn }));
      },
    );
}

function present({ cn, filter, accessLevel, provider }: LdapGroupLink) {
  return { cn, group_access: accessLevel, provider, filter, member_role_id: null };
}
