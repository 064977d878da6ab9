import { queryOptions } from '@tanstack/react-query';
import type { NamespaceKind, NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPages, restPath } from '../../platform/api/rest.ts';
import type { SignedInViewer } from '../../platform/session/session.ts';
import { accessLevelOf } from '@milepost/core/roles';
import type { RestUser } from '../users/api.ts';

export interface Member extends RestUser {
  access_level: number;
  created_at: string;
  expires_at: string | null;
  /** The day of the last sign-in or request; only for viewers with a role here. */
  last_activity_on?: string | null;
  /** The account of an access token. */
  bot?: boolean;
  service_account?: boolean;
  /** A group must keep this owner. */
  is_last_owner?: boolean;
  /** Where the highest role comes from. */
  source?: RoleSource;
  /** Every source of a role, the highest first. */
  sources?: readonly RoleSource[];
}

/** Name and path are left out where the viewer cannot see that group. */
export interface RoleSource {
  relation: 'direct' | 'inherited' | 'shared';
  access_level: number;
  expires_at: string | null;
  kind?: NamespaceKind;
  name?: string;
  full_path?: string;
}

export interface MemberFilter {
  search: string;
  /** Null: every role. */
  accessLevel: number | null;
  source: '' | RoleSource['relation'];
}

const pathOf = ({ kind, fullPath }: NamespaceRef, end = ''): string =>
  `/${kind}s/${encodeURIComponent(fullPath)}/members${end}`;
const keyOf = ({ kind, fullPath }: NamespaceRef) => ['members', kind, fullPath] as const;

/** The key of every list of the members of a group or project. */
export const membersKey = keyOf;

/** The members, including inherited ones. */
export function membersPages(namespace: NamespaceRef, { search, accessLevel, source }: MemberFilter) {
  return restPages<Member>([...keyOf(namespace), search, accessLevel, source], pathOf(namespace, '/all'), {
    query: search,
    access_level: accessLevel ?? undefined,
    source,
    with_source: true,
    per_page: 50,
  });
}

/** The viewer's own access level; an administrator has that of an owner. */
export const ownLevelQuery = (namespace: NamespaceRef, viewer: SignedInViewer | null) =>
  queryOptions({
    queryKey: [...keyOf(namespace), 'own', viewer?.id],
    queryFn: async ({ signal }): Promise<number> => {
      if (!viewer || viewer.isAdmin) return viewer ? accessLevelOf.owner : 0;
      // A list: requesting the membership itself answers 404 to everybody else.
      const [own] = await sendJson<Member[]>(restPath(pathOf(namespace, '/all'), { user_ids: viewer.id }), { signal });
      return own?.access_level ?? 0;
    },
  });

/** Changes role and expiry of a direct member. An empty `expiresAt` removes the expiry. */
export function changeMember(
  namespace: NamespaceRef,
  member: Pick<Member, 'id'>,
  change: { accessLevel: number; expiresAt?: string },
): Promise<void> {
  return sendJson(restPath(pathOf(namespace, `/${member.id}`)), {
    method: 'PUT',
    body: {
      access_level: change.accessLevel,
      ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
    },
  });
}

/** Removes a member, or leaves. */
export function removeMember(
  namespace: NamespaceRef,
  { id }: Pick<Member, 'id'>,
  { unassigns = false } = {},
): Promise<void> {
  const parameters = unassigns ? { unassign_issuables: true } : {};
  return sendJson(restPath(pathOf(namespace, `/${id}`), parameters), { method: 'DELETE' });
}

/** The account of a username; null where there is none. */
export async function findPerson(username: string): Promise<RestUser | null> {
  const [person] = await sendJson<RestUser[]>(restPath('/users', { username }));
  return person ?? null;
}
