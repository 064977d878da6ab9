import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPages, restPath, restQuery } from '../../platform/api/rest.ts';
import type { RestUser } from '../users/api.ts';

/** Somebody who asks for access. */
export interface Requester extends RestUser {
  requested_at: string;
}

const pathOf = ({ kind, fullPath }: NamespaceRef, end = ''): string =>
  `/${kind}s/${encodeURIComponent(fullPath)}/access_requests${end}`;

export const requestersPages = (namespace: NamespaceRef) =>
  restPages<Requester>(['access-requests', namespace.kind, namespace.fullPath], pathOf(namespace), { per_page: 50 });

/** Whether the viewer may ask for access, and when they did. */
export const ownRequestQuery = (namespace: NamespaceRef) =>
  restQuery<{ can_request: boolean; requested_at: string | null }>(
    ['own-access-request', namespace.kind, namespace.fullPath],
    pathOf(namespace, '/own'),
  );

export function requestAccess(namespace: NamespaceRef): Promise<void> {
  return sendJson(restPath(pathOf(namespace)), { method: 'POST' });
}

export function approveRequest(namespace: NamespaceRef, userId: number, accessLevel: number): Promise<void> {
  return sendJson(restPath(pathOf(namespace, `/${userId}/approve`)), {
    method: 'PUT',
    body: { access_level: accessLevel },
  });
}

/** Denies a request, or withdraws the viewer's own. */
export function endRequest(namespace: NamespaceRef, userId: number): Promise<void> {
  return sendJson(restPath(pathOf(namespace, `/${userId}`)), { method: 'DELETE' });
}
