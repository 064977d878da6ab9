import { queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../platform/api/http.ts';

/** Requests a link to reset the password; the response does not reveal whether the address has an account. */
export function requestReset(input: { email: string }): Promise<void> {
  return sendJson('/-/forgot-password', { method: 'POST', body: input });
}

type LinkKind = 'reset-password' | 'confirm-email';
const pathOf = (kind: LinkKind, token: string): string => `/-/${kind}/${encodeURIComponent(token)}`;

/** Whom a mailed link belongs to; a NotFoundError where it is no longer valid. */
export const linkQuery = (kind: LinkKind, token: string) =>
  queryOptions({
    queryKey: ['account-link', kind, token],
    queryFn: ({ signal }) =>
      sendJson<{ username: string; email: string }>(`${pathOf(kind, token)}/link.json`, { signal }),
    retry: false,
  });

export function resetPassword(token: string, password: string): Promise<void> {
  return sendJson(pathOf('reset-password', token), { method: 'POST', body: { password } });
}

export function confirmEmail(token: string): Promise<void> {
  return sendJson(pathOf('confirm-email', token), { method: 'POST' });
}

/** The viewer's address, and the one that waits to be confirmed. */
export const emailQuery = queryOptions({
  queryKey: ['email'],
  queryFn: ({ signal }) => sendJson<{ email: string; waiting: string | null }>('/-/email', { signal }),
});

export function changeEmail(input: { current_password: string; email: string }): Promise<void> {
  return sendJson('/-/email', { method: 'PUT', body: input });
}
