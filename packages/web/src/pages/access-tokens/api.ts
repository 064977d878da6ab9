import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPages, restPath } from '../../platform/api/rest.ts';
import type { AccessToken } from '../../modules/users/api.ts';

/** An access token of a group or project. */
export interface NamespaceToken extends AccessToken {
  access_level: number;
}
export type MadeNamespaceToken = NamespaceToken & { token: string };

const pathOf = ({ kind, fullPath }: NamespaceRef, end = ''): string =>
  `/${kind}s/${encodeURIComponent(fullPath)}/access_tokens${end}`;

export const tokensKey = ({ kind, fullPath }: NamespaceRef) => ['namespace-tokens', kind, fullPath] as const;

/** The tokens that work. */
export function tokensPages(namespace: NamespaceRef) {
  return restPages<NamespaceToken>([...tokensKey(namespace)], pathOf(namespace), { state: 'active', per_page: 50 });
}

/** Creates a token; its text is only in this response. */
export function createToken(
  namespace: NamespaceRef,
  input: { name: string; scopes: readonly string[]; expires_at: string; access_level: number },
): Promise<MadeNamespaceToken> {
  return sendJson(restPath(pathOf(namespace)), { method: 'POST', body: input });
}

export function revokeToken(namespace: NamespaceRef, id: number): Promise<void> {
  return sendJson(restPath(pathOf(namespace, `/${id}`)), { method: 'DELETE' });
}

/** Replaces a token by an equal one that is valid until that day. */
export function rotateToken(namespace: NamespaceRef, id: number, expiresAt: string): Promise<MadeNamespaceToken> {
  return sendJson(restPath(pathOf(namespace, `/${id}/rotate`)), { method: 'POST', body: { expires_at: expiresAt } });
}
