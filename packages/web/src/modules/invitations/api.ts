import { queryOptions } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPages, restPath, restQuery } from '../../platform/api/rest.ts';

/** What an invitation link opens. */
export interface OpenInvitation {
  kind: 'group' | 'project';
  name: string;
  role: string;
  expiresAt: string | null;
  /** Null: a shared link. */
  email: string | null;
  inviter: { name: string; username: string; avatarUrl: string | null } | null;
  /** Of the viewer; null for visitors. */
  viewerEmail: string | null;
}

const pathOf = (token: string, end: string): string => `/-/invitations/${encodeURIComponent(token)}${end}`;

/** What a link opens; a NotFoundError where it is no longer valid. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => sendJson<OpenInvitation>(pathOf(token, '.json'), { signal }),
    retry: false,
  });

/** Accepts; gives the path of the group or project. */
export async function acceptInvitation(token: string): Promise<string> {
  return (await sendJson<{ path: string }>(pathOf(token, '/accept'), { method: 'POST' })).path;
}

/** Creates the account of the invited address, and accepts; gives the path of the group or project. */
export async function registerInvited(
  token: string,
  account: { name: string; username: string; password: string },
): Promise<string> {
  return (await sendJson<{ path: string }>(pathOf(token, '/register'), { method: 'POST', body: account })).path;
}

/** An invitation by e-mail that is open. */
export interface Invitation {
  invite_email: string;
  created_at: string;
  access_level: number;
  expires_at: string | null;
  created_by_name: string | null;
  sent_at: string;
  link_expires_at: string;
  delivery_error: string | null;
}

/** A link with which several people can join; its address is known only when it is created. */
export interface SharedLink {
  id: number;
  access_level: number;
  expires_at: string | null;
  uses_left: number;
  token_end: string;
  link_expires_at: string;
  created_by_name: string | null;
}

const apiPath = ({ kind, fullPath }: NamespaceRef, end: string): string =>
  `/${kind}s/${encodeURIComponent(fullPath)}/${end}`;
const key = ({ kind, fullPath }: NamespaceRef) => ['invitations', kind, fullPath] as const;

export const invitationPages = (namespace: NamespaceRef) =>
  restPages<Invitation>(key(namespace), apiPath(namespace, 'invitations'), { per_page: 50 });

export const sharedLinksQuery = (namespace: NamespaceRef) =>
  restQuery<SharedLink[]>(
    ['invitation-links', namespace.kind, namespace.fullPath],
    apiPath(namespace, 'invitation_links'),
  );

export interface InvitedPeople {
  emails: readonly string[];
  userIds: readonly number[];
  accessLevel: number;
  expiresAt: string;
  message: string;
}

/** Invites addresses and adds accounts; gives what failed, by address or user id. */
export async function invitePeople(
  namespace: NamespaceRef,
  { emails, userIds, accessLevel, expiresAt, message }: InvitedPeople,
): Promise<Readonly<Record<string, string>>> {
  const answer = await sendJson<{ status: string; message?: Record<string, string> }>(
    restPath(apiPath(namespace, 'invitations')),
    {
      method: 'POST',
      body: {
        ...(emails.length > 0 && { email: emails.join(',') }),
        ...(userIds.length > 0 && { user_id: userIds.join(',') }),
        access_level: accessLevel,
        expires_at: expiresAt,
        message,
      },
    },
  );
  return answer.message ?? {};
}

const one = (namespace: NamespaceRef, email: string, end = ''): string =>
  restPath(apiPath(namespace, `invitations/${encodeURIComponent(email)}${end}`));

export function resendInvitation(namespace: NamespaceRef, email: string): Promise<void> {
  return sendJson(one(namespace, email, '/resend'), { method: 'POST' });
}

export function withdrawInvitation(namespace: NamespaceRef, email: string): Promise<void> {
  return sendJson(one(namespace, email), { method: 'DELETE' });
}

/** Makes a shared link; its address is in the answer and never shown again. */
export function createSharedLink(
  namespace: NamespaceRef,
  link: { access_level: number; expires_at: string },
): Promise<SharedLink & { url: string }> {
  return sendJson(restPath(apiPath(namespace, 'invitation_links')), { method: 'POST', body: link });
}

export function revokeSharedLink(namespace: NamespaceRef, id: number): Promise<void> {
  return sendJson(restPath(apiPath(namespace, `invitation_links/${id}`)), { method: 'DELETE' });
}
