import { visibilities, type Visibility } from './roles.ts';

export const limitsOfNamespaces = { path: 255, name: 255, description: 2_000, depth: 20 } as const;

/** A transfer to another top-level group with more items is done by a job. */
export const MAX_ITEMS_OF_DIRECT_TRANSFER = 20_000;

/** A deleted group or project with more items is removed for good by a job. */
export const MAX_ITEMS_OF_DIRECT_REMOVAL = 500;

/** Days for which a deleted group or project can be restored. */
export const DAYS_TO_RESTORE = 7;

/** First path segments of other URLs, which no top-level group or user may have as name. */
const reservedAtTop: ReadonlySet<string> = new Set([
  '-',
  '.well-known',
  'abuse_reports',
  'admin',
  'api',
  'assets',
  'autocomplete',
  'dashboard',
  'explore',
  'favicon.ico',
  'files',
  'ghost',
  'groups',
  'health_check',
  'help',
  'import',
  'invites',
  'jwt',
  'login',
  'oauth',
  'org',
  'profile',
  'projects',
  'public',
  'robots.txt',
  's',
  'search',
  'sitemap',
  'snippets',
  'unsubscribes',
  'uploads',
  'user',
  'users',
  'v2',
]);

/** Path segments that follow a project's path in existing links. */
const reservedBelow: ReadonlySet<string> = new Set([
  '-',
  'badges',
  'blame',
  'blob',
  'builds',
  'commits',
  'create',
  'create_dir',
  'edit',
  'files',
  'ghost',
  'find_file',
  'new',
  'preview',
  'raw',
  'refs',
  'tree',
  'update',
  'wikis',
]);

/** Whether no top-level group or user may have this name. */
export function isReservedName(name: string): boolean {
  return reservedAtTop.has(name.toLowerCase());
}

/** Validation errors of a group's or project's path, as predicates; empty when there are none. */
export function pathProblems(path: string, isTopLevel: boolean): string[] {
  if (path === '') return ["can't be blank"];
  if (path.length > limitsOfNamespaces.path) return [`is too long (maximum is ${limitsOfNamespaces.path} characters)`];
  if (!/^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(path) || /\.(git|atom|json)$/i.test(path)) {
    return [
      "can contain only letters, digits, '_', '-' and '.', and cannot begin with '-' or '.' nor end with '-', '.', '.git', '.atom' or '.json'",
    ];
  }
  // A path must not look like an id, because addresses accept either.
  if (isTopLevel && /^\d+$/.test(path)) return ['cannot consist of digits only'];
  return isReservedPath(path, isTopLevel) ? ['is a reserved name'] : [];
}

/** Minimum characters of a group's path, as in GitLab. */
const MIN_PATH_LENGTH = 2;

/** As `pathProblems`, for a new path; existing paths and those of imports may be shorter. */
export function newPathProblems(path: string, isTopLevel: boolean): string[] {
  if (path !== '' && path.length < MIN_PATH_LENGTH) return [`is too short (minimum is ${MIN_PATH_LENGTH} characters)`];
  return pathProblems(path, isTopLevel);
}

/** Whether a path is reserved for other URLs, at the top or below a group. */
export function isReservedPath(path: string, isTopLevel: boolean): boolean {
  return (isTopLevel ? reservedAtTop : reservedBelow).has(path.toLowerCase());
}

export function namespaceNameProblems(name: string): string[] {
  if (name.trim() === '') return ["can't be blank"];
  return name.length > limitsOfNamespaces.name
    ? [`is too long (maximum is ${limitsOfNamespaces.name} characters)`]
    : [];
}

/** Derives a path from a name: `Web & Apps` becomes `web-apps`; empty when no character of the name is allowed. */
export function pathForName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, limitsOfNamespaces.path);
}

/** An object is at most as visible as its container. */
export function isAtMostAsVisible(visibility: Visibility, than: Visibility): boolean {
  return visibilities.indexOf(visibility) <= visibilities.indexOf(than);
}

/** The address of a group's or project's page, relative to the site's root. */
export function webPathOf(namespace: { kind: 'group' | 'project'; fullPath: string }): string {
  return namespace.kind === 'group' ? `/groups/${namespace.fullPath}` : `/${namespace.fullPath}`;
}

/** The address of the page on which the access tokens of a group or project are replaced; null: those of the viewer. */
export function accessTokensPathOf(namespace: { kind: 'group' | 'project'; fullPath: string } | null): string {
  return namespace ? `${webPathOf(namespace)}/-/settings/access_tokens` : '/-/profile';
}

/** The address of the list of members. */
export function membersPathOf(namespace: { kind: 'group' | 'project'; fullPath: string }): string {
  return `${webPathOf(namespace)}/-/${namespace.kind}_members`;
}
