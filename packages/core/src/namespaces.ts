import { visibilities, type Visibility } from './roles.ts';

export const limitsOfNamespaces = { path: 255, name: 255, description: 2_000, depth: 20 } as const;

/** First parts of addresses that mean something else, so nothing and nobody may have them as a name at the top. */
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

/** Parts that follow a project's address in existing links. */
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
  'find_file',
  'new',
  'preview',
  'raw',
  'refs',
  'tree',
  'update',
  'wikis',
]);

/** Whether nothing at the top (a group, a person) may have this name. */
export function isReservedName(name: string): boolean {
  return reservedAtTop.has(name.toLowerCase());
}

/** What is wrong with a group's or project's path, as sentences without a subject; empty when nothing is. */
export function pathProblems(path: string, isTopLevel: boolean): string[] {
  if (path === '') return ["can't be blank"];
  if (path.length > limitsOfNamespaces.path) return [`is too long (maximum is ${limitsOfNamespaces.path} characters)`];
  if (!/^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(path) || /\.(git|atom|json)$/i.test(path)) {
    return [
      "can contain only letters, digits, '_', '-' and '.', and cannot begin with '-' or '.' nor end with '-', '.', '.git', '.atom' or '.json'",
    ];
  }
  // A full path must never look like an id: addresses take either.
  if (isTopLevel && /^\d+$/.test(path)) return ['cannot consist of digits only'];
  return (isTopLevel ? reservedAtTop : reservedBelow).has(path.toLowerCase()) ? ['is a reserved name'] : [];
}

export function namespaceNameProblems(name: string): string[] {
  if (name.trim() === '') return ["can't be blank"];
  return name.length > limitsOfNamespaces.name
    ? [`is too long (maximum is ${limitsOfNamespaces.name} characters)`]
    : [];
}

/** A path for a name: `Web & Apps` becomes `web-apps`; empty when nothing of the name can stay. */
export function pathForName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, limitsOfNamespaces.path);
}

/** Nothing is more visible than what it is in. */
export function isAtMostAsVisible(visibility: Visibility, than: Visibility): boolean {
  return visibilities.indexOf(visibility) <= visibilities.indexOf(than);
}

/** Where a group's or project's page is, from the site's root. */
export function webPathOf(namespace: { kind: 'group' | 'project'; fullPath: string }): string {
  return namespace.kind === 'group' ? `/groups/${namespace.fullPath}` : `/${namespace.fullPath}`;
}
