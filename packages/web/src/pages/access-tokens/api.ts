import type { AccessToken } from '../../modules/users/api.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPages, restPath } from '../../platform/api/rest.ts';

/** An access token of a group, project or service account. */
export interface OwnedToken extends AccessToken {
  /** Missing for one of a service account, whose roles are those of its memberships. */
  access_level?: number;
}
export type MadeToken = OwnedToken & { token: string };

/** Where the API has the tokens of a group or project. */
export const namespaceTokensPath = ({ kind, fullPath }: NamespaceRef): string =>
  `/${kind}s/${encodeURIComponent(fullPath)}/access_tokens`;

export const tokensKey = (path: string) => ['owned-tokens', path] as const;

/** The tokens that work. */
export function tokensPages(path: string) {
  return restPages<OwnedToken>([...tokensKey(path)], path, { state: 'active', per_page: 50 });
}

export interface NewToken {
  name: string;
  scopes: readonly string[];
  expires_at: string;
  /** Of a group or project. */
  access_level?: number;
}

/** Creates a token; its text is only in this response. */
export function createToken(path: string, input: NewToken): Promise<MadeToken> {
  return sendJson(restPath(path), { method: 'POST', body: input });
}

export function revokeToken(path: string, id: number): Promise<void> {
  return sendJson(restPath(`${path}/${id}`), { method: 'DELETE' });
}

/** Replaces a token by an equal one that is valid until that day. */
export function rotateToken(path: string, id: number, expiresAt: string): Promise<MadeToken> {
  return sendJson(restPath(`${path}/${id}/rotate`), { method: 'POST', body: { expires_at: expiresAt } });
}
