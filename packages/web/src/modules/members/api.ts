import { restPages } from '../../platform/api/rest.ts';
import type { NamespaceKind } from '../../platform/api/endpoints.ts';
import type { RestUser } from '../users/api.ts';

export interface Member extends RestUser {
  access_level: number;
  created_at: string;
  expires_at: string | null;
}

/** Everybody who has a role here, inherited ones included. */
export function membersPages(kind: NamespaceKind, fullPath: string, search: string) {
  return restPages<Member>(
    ['members', kind, fullPath, search],
    `/${kind}s/${encodeURIComponent(fullPath)}/members/all`,
    { query: search, per_page: 50 },
  );
}
