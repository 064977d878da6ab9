import type { SignedInViewer } from '../../platform/session/session.ts';
import { sendJson } from '../../platform/api/http.ts';
import { queryOptions } from '@tanstack/react-query';
import { restPath, restQuery } from '../../platform/api/rest.ts';

/** A user as REST embeds one in other objects. */
export interface RestUser {
  id: number;
  username: string;
  name: string;
  avatar_url: string | null;
  web_url: string;
}

/** Signs in, or continues with the second factor; a refusal is an UnauthenticatedError with the message to show. */
export function signIn(input: {
  username: string;
  password: string;
  remember: boolean;
}): Promise<{ viewer: SignedInViewer } | { secondFactor: true }> {
  return sendJson('/-/sign-in', { method: 'POST', body: input });
}

export interface FirstAdministrator {
  token: string;
  username: string;
  name: string;
  email: string;
  password: string;
}

/** Creates the first administrator, once, by the address that was printed at startup. */
export function setUp(input: FirstAdministrator): Promise<void> {
  return sendJson('/-/set-up', { method: 'POST', body: input });
}

export interface SessionView {
  id: string;
  current: boolean;
  createdAt: string;
  lastSeenAt: string | null;
  userAgent: string | null;
  ipAddress: string | null;
  /** The administrator who acts as the viewer in it. */
  impersonatedBy: string | null;
}

/** The viewer's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => sendJson<SessionView[]>('/-/sessions', { signal }),
});

/** Ends all other sessions. */
export function revokeOtherSessions(): Promise<void> {
  return sendJson('/-/sessions', { method: 'DELETE' });
}

/** Acts as this person, in this browser. The page must be loaded again. */
export function impersonate(input: { user_id: number; reason: string }): Promise<void> {
  return sendJson('/-/impersonation', { method: 'POST', body: input });
}

/** Ends it. The page must be loaded again. */
export function stopImpersonating(): Promise<void> {
  return sendJson('/-/impersonation', { method: 'DELETE' });
}

/** A new password ends every other session. */
export function changePassword(input: { current_password: string; password: string }): Promise<void> {
  return sendJson('/-/password', { method: 'PUT', body: input });
}

export function revokeSession(id: string): Promise<void> {
  return sendJson(`/-/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

export interface AccessToken {
  id: number;
  name: string;
  scopes: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  /** The last five addresses that used it, newest first. */
  last_used_ips: string[];
  active: boolean;
  revoked: boolean;
}

/** The active tokens of a user. */
export function accessTokensQuery(userId: number) {
  return restQuery<AccessToken[]>(['access-tokens', userId], '/personal_access_tokens', {
    user_id: userId,
    state: 'active',
    per_page: 100,
  });
}

/** Creates a token; its text is only in this response. */
export function createAccessToken(input: {
  name: string;
  scopes: string[];
  expires_at?: string;
}): Promise<AccessToken & { token: string }> {
  return sendJson(restPath('/user/personal_access_tokens'), { method: 'POST', body: input });
}

export function revokeAccessToken(id: number): Promise<void> {
  return sendJson(restPath(`/personal_access_tokens/${id}`), { method: 'DELETE' });
}
