import { queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../platform/api/http.ts';
import { restPath, restQuery } from '../../platform/api/rest.ts';
import type { SignedInViewer, SignInProviders } from '../../platform/session/session.ts';

/** An account of the viewer at a provider. */
export interface IdentityView {
  id: number;
  provider: string;
  shown_as: string;
  created_at: string;
  last_used_at: string | null;
}

/** The viewer's accounts at providers, and the providers that there are. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) =>
    sendJson<{ identities: IdentityView[]; providers: SignInProviders }>('/-/identities', { signal }),
});

/** Begins to link an account: the address of the provider. */
export function startLink(provider: string): Promise<{ location: string }> {
  return sendJson(`/-/identities/${encodeURIComponent(provider)}/link`, { method: 'POST', body: {} });
}

export function unlink(id: number): Promise<void> {
  return sendJson(`/-/identities/${id}`, { method: 'DELETE' });
}

export interface DirectorySignIn {
  username: string;
  password: string;
}

/** Signs in through the directory, or continues with the second factor. */
export function signInWithDirectory(
  input: DirectorySignIn & { remember: boolean },
): Promise<{ viewer: SignedInViewer } | { secondFactor: true }> {
  return sendJson('/-/sign-in/ldap', { method: 'POST', body: input });
}

/** Links an account of the directory. */
export function linkDirectory(input: DirectorySignIn): Promise<void> {
  return sendJson('/-/identities/ldap', { method: 'POST', body: input });
}

export interface RoleMappingView {
  id: number;
  provider: string;
  claim_value: string;
  access_level: number;
}

const pathOf = (fullPath: string, end: string): string => `/groups/${encodeURIComponent(fullPath)}/${end}`;

export const roleMappingsKey = (fullPath: string) => ['role-mappings', fullPath] as const;

/** The role mappings of a group. */
export const roleMappingsQuery = (fullPath: string) =>
  restQuery<RoleMappingView[]>(roleMappingsKey(fullPath), pathOf(fullPath, 'role_mappings'));

export function addRoleMapping(fullPath: string, input: Omit<RoleMappingView, 'id'>): Promise<RoleMappingView> {
  return sendJson(restPath(pathOf(fullPath, 'role_mappings')), { method: 'POST', body: input });
}

export function removeRoleMapping(fullPath: string, id: number): Promise<void> {
  return sendJson(restPath(pathOf(fullPath, `role_mappings/${id}`)), { method: 'DELETE' });
}

/** People of the directory with a role in a group: a group there by its name, or those whom a filter finds. */
export interface LdapLinkView {
  cn: string | null;
  filter: string | null;
  group_access: number;
  provider: string;
}

export const ldapLinksKey = (fullPath: string) => ['ldap-links', fullPath] as const;

/** The links of a group. */
export const ldapLinksQuery = (fullPath: string) =>
  restQuery<LdapLinkView[]>(ldapLinksKey(fullPath), pathOf(fullPath, 'ldap_group_links'));

export function addLdapLink(
  fullPath: string,
  input:
    | { cn: string; provider: string; group_access: number }
    | { filter: string; provider: string; group_access: number },
): Promise<LdapLinkView> {
  return sendJson(restPath(pathOf(fullPath, 'ldap_group_links')), { method: 'POST', body: input });
}

export function removeLdapLink(fullPath: string, { cn, filter, provider }: LdapLinkView): Promise<void> {
  const key = { cn: cn ?? undefined, filter: filter ?? undefined, provider };
  return sendJson(restPath(pathOf(fullPath, 'ldap_group_links'), key), { method: 'DELETE' });
}

/** Starts a sync of the group with the directory. */
export function syncWithDirectory(fullPath: string): Promise<void> {
  return sendJson(restPath(pathOf(fullPath, 'ldap_sync')), { method: 'POST', body: {} });
}

/** Names of groups of the directory that contain a text. */
export const ldapGroupsQuery = (provider: string, search: string) =>
  restQuery<{ cn: string }[]>(['ldap-groups', provider, search], `/ldap/${provider}/groups.json`, { search });
