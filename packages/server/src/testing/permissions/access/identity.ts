import {
  addLdapLink,
  listLdapLinks,
  removeLdapLink,
  requestSync,
} from '../../../modules/identity/commands/ldap/links.ts';
import { addMapping, listMappings, removeMapping } from '../../../modules/identity/commands/mappings.ts';
import { findVisibleGroup } from '../../../modules/namespaces/commands.ts';
import { Context } from '../../../platform/context.ts';
import type { LdapConfig, OidcConfig } from '../../../platform/config/identity.ts';
import { permission, type PermissionRow } from '../../permissions.ts';

const corp: OidcConfig = {
  name: 'corp',
  label: 'Corp',
  issuer: 'https://login.example.com',
  clientId: 'milepost',
  clientSecret: 'not used',
  scopes: 'openid',
  groupsClaim: 'groups',
  createsAccounts: true,
  trustsEmail: false,
};

/** Nothing here asks it. */
const ldap: LdapConfig = {
  name: 'ldapmain',
  label: 'LDAP',
  url: 'ldaps://ldap.example.com',
  startTls: false,
  caFile: null,
  bindDn: null,
  bindPassword: '',
  base: 'dc=example,dc=com',
  groupBase: 'dc=example,dc=com',
  userFilter: '(uid={username})',
  usernameAttribute: 'uid',
  createsAccounts: true,
  trustsEmail: false,
};

/** The same viewer where a provider and a directory are set up. */
const withProvider = (ctx: Context): Context =>
  new Context({ ...ctx.services, identity: { oidc: [corp], ldap } }, ctx.viewer, ctx.db, ctx);

export const identityPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'list the role mappings of a group',
    least: 'owner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => listMappings(withProvider(ctx), await findVisibleGroup(ctx, id)),
    isReading: true,
  }),
  permission({
    operation: 'add and remove role mappings of a group',
    least: 'owner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => {
      const group = await findVisibleGroup(ctx, id);
      const mapping = { provider: 'corp', claimValue: 'staff', accessLevel: 30 };
      const { id: mappingId } = await addMapping(withProvider(ctx), group, mapping);
      await removeMapping(ctx, group, mappingId);
    },
  }),
  permission({
    operation: 'list the LDAP links of a group',
    least: 'owner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => listLdapLinks(withProvider(ctx), await findVisibleGroup(ctx, id)),
    isReading: true,
  }),
  permission({
    operation: 'add and remove LDAP links of a group, and start its sync',
    least: 'owner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => {
      const group = await findVisibleGroup(ctx, id);
      const key = { provider: 'ldapmain', cn: 'crew', filter: null };
      await addLdapLink(withProvider(ctx), group, { ...key, accessLevel: 30 });
      await requestSync(withProvider(ctx), group);
      await removeLdapLink(ctx, group, key);
    },
  }),
];
