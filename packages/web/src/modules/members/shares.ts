import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath, restQuery } from '../../platform/api/rest.ts';
import type { RestGroup } from '../namespaces/api.ts';

/** A group that a group or project is shared with. */
export interface Share extends RestGroup {
  /** The maximum role. */
  group_access: number;
  expires_at: string | null;
  people_count: number;
  people_losing_access: number;
}

const pathOf = ({ kind, fullPath }: NamespaceRef, end: string): string =>
  `/${kind}s/${encodeURIComponent(fullPath)}/${end}`;

export const sharesQuery = (namespace: NamespaceRef) =>
  restQuery<Share[]>(['shares', namespace.kind, namespace.fullPath], pathOf(namespace, 'invited_groups'));

/** Visible groups by name. */
export const groupsNamed = (search: string, signal: AbortSignal): Promise<RestGroup[]> =>
  sendJson(restPath('/groups', { search, all_available: true, per_page: 20 }), { signal });

export function shareWithGroup(
  namespace: NamespaceRef,
  share: { groupId: number; accessLevel: number; expiresAt: string },
): Promise<void> {
  return sendJson(restPath(pathOf(namespace, 'share')), {
    method: 'POST',
    body: { group_id: share.groupId, group_access: share.accessLevel, expires_at: share.expiresAt },
  });
}

export function changeShare(
  namespace: NamespaceRef,
  { id }: Pick<Share, 'id'>,
  change: { accessLevel?: number; expiresAt?: string },
): Promise<void> {
  return sendJson(restPath(pathOf(namespace, `share/${id}`)), {
    method: 'PUT',
    body: {
      ...(change.accessLevel !== undefined && { group_access: change.accessLevel }),
      ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
    },
  });
}

export function unshareWithGroup(namespace: NamespaceRef, { id }: Pick<Share, 'id'>): Promise<void> {
  return sendJson(restPath(pathOf(namespace, `share/${id}`)), { method: 'DELETE' });
}
