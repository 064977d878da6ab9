import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath, restQuery } from '../../platform/api/rest.ts';

/** A rule in the REST API: exactly one of level, user and group is set. */
export interface RuleView {
  id: number;
  access_level: number | null;
  access_level_description: string;
  user_id: number | null;
  group_id: number | null;
  people_count: number;
  required_approvals?: number;
}

export interface ProtectionView {
  name: string;
  deploy_access_levels: RuleView[];
  approval_rules: RuleView[];
}

/** A row as it is sent: without an id it is added, with `_destroy` removed. */
export interface RuleChange {
  id?: number;
  access_level?: number | null;
  user_id?: number | null;
  group_id?: number | null;
  required_approvals?: number;
  _destroy?: true;
}

export interface ProtectionChange {
  deploy_access_levels: RuleChange[];
  approval_rules: RuleChange[];
}

const pathOf = ({ kind, fullPath }: NamespaceRef, rest: string): string =>
  `/${kind}s/${encodeURIComponent(fullPath)}${rest}`;

export const protectionsQuery = (namespace: NamespaceRef) =>
  restQuery<ProtectionView[]>(
    ['protection', namespace.kind, namespace.fullPath],
    pathOf(namespace, '/protected_environments'),
    { per_page: 100 },
  );

/** The people that a rule can name: those with a role, those of groups above included. */
export const membersQuery = (namespace: NamespaceRef) =>
  restQuery<{ id: number; name: string; username: string }[]>(
    ['protection-members', namespace.kind, namespace.fullPath],
    pathOf(namespace, '/members/all'),
    { per_page: 100 },
  );

/** The groups that it is shared with. */
export const sharesQuery = (namespace: NamespaceRef) =>
  restQuery<{ shared_with_groups: { group_id: number; group_name: string }[] }>(
    ['protection-shares', namespace.kind, namespace.fullPath],
    pathOf(namespace, ''),
  );

/** Adds the protection of an environment, or of a tier; or changes its rules. */
export async function saveProtection(
  namespace: NamespaceRef,
  name: string,
  change: ProtectionChange,
  isNew: boolean,
): Promise<void> {
  const rest = isNew ? '' : `/${encodeURIComponent(name)}`;
  await sendJson(restPath(pathOf(namespace, `/protected_environments${rest}`)), {
    method: isNew ? 'POST' : 'PUT',
    body: isNew ? { name, ...change } : change,
  });
}

export async function removeProtection(namespace: NamespaceRef, name: string): Promise<void> {
  await sendJson(restPath(pathOf(namespace, `/protected_environments/${encodeURIComponent(name)}`)), {
    method: 'DELETE',
  });
}
