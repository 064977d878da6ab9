/**
 * Every address of the application, read and printed in one place. A full path may have any depth, so an address is read
 * as text and not by routes: `/groups/a/b/c/-/roadmap`, `/a/b/c/-/issues/5`.
 */
export type Address =
  | { page: 'home' | 'signIn' | 'newGroup' | 'profile' | 'imports' | 'explorer' }
  | { page: 'setUp'; token: string }
  | { page: GroupPage | ProjectPage; fullPath: string }
  | { page: 'epic' | 'issue'; fullPath: string; iid: string };

export type Page = Address['page'];

const groupPages = {
  group: '',
  roadmap: 'roadmap',
  epics: 'epics',
  newEpic: 'epics/new',
  groupIssues: 'issues',
  groupMilestones: 'milestones',
  groupLabels: 'labels',
  groupMembers: 'group_members',
} as const;
export type GroupPage = keyof typeof groupPages;

const projectPages = {
  project: '',
  issues: 'issues',
  projectMilestones: 'milestones',
  projectLabels: 'labels',
  projectMembers: 'project_members',
} as const;
export type ProjectPage = keyof typeof projectPages;

const plainPages = {
  '/': 'home',
  '/users/sign_in': 'signIn',
  '/groups/new': 'newGroup',
  '/-/profile': 'profile',
  '/-/imports': 'imports',
  '/-/graphql-explorer': 'explorer',
} as const;

const IID = /^[1-9]\d{0,9}$/;
const SEGMENT = /^[^/\s]+$/;

/** The pathname of an address. */
export function printAddress(address: Address): string {
  switch (address.page) {
    case 'setUp':
      return `/-/set-up/${encodeURIComponent(address.token)}`;
    case 'epic':
      return `/groups/${encodePath(address.fullPath)}/-/epics/${address.iid}`;
    case 'issue':
      return `/${encodePath(address.fullPath)}/-/issues/${address.iid}`;
    default:
  }
  if ('fullPath' in address) {
    const isGroup = isGroupPage(address.page);
    const rest = isGroup ? groupPages[address.page as GroupPage] : projectPages[address.page as ProjectPage];
    const home = `${isGroup ? '/groups' : ''}/${encodePath(address.fullPath)}`;
    return rest === '' ? home : `${home}/-/${rest}`;
  }
  return Object.entries(plainPages).find(([, page]) => page === address.page)?.[0] ?? '/';
}

/** The address a pathname means; null when there is no such page. A slash at the end is forgiven. */
export function parseAddress(pathname: string): Address | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname;
  const plain = plainPages[path as keyof typeof plainPages];
  if (plain) return { page: plain };
  const setUp = /^\/-\/set-up\/([^/]+)$/.exec(path);
  if (setUp) return { page: 'setUp', token: decode(setUp[1] ?? '') };
  if (!path.startsWith('/') || path.startsWith('/-/')) return null;
  const divider = path.indexOf('/-/');
  const home = divider === -1 ? path : path.slice(0, divider);
  const rest = divider === -1 ? '' : path.slice(divider + 3);
  const segments = home.slice(1).split('/').map(decode);
  if (!segments.every((segment) => SEGMENT.test(segment))) return null;
  return segments[0] === 'groups' ? groupAddress(segments.slice(1), rest) : projectAddress(segments, rest);
}

function groupAddress(segments: string[], rest: string): Address | null {
  const fullPath = segments.join('/');
  if (fullPath === '') return null;
  const page = pageOf(groupPages, rest);
  if (page) return { page, fullPath };
  const epic = /^epics\/([^/]+)$/.exec(rest);
  return epic?.[1] && IID.test(epic[1]) ? { page: 'epic', fullPath, iid: epic[1] } : null;
}

function projectAddress(segments: string[], rest: string): Address | null {
  const fullPath = segments.join('/');
  // A single segment is a person or a top-level group: no project lives there.
  if (segments.length < 2) return null;
  const page = pageOf(projectPages, rest);
  if (page) return { page, fullPath };
  const issue = /^issues\/(?:incident\/)?([^/]+)$/.exec(rest);
  return issue?.[1] && IID.test(issue[1]) ? { page: 'issue', fullPath, iid: issue[1] } : null;
}

function pageOf<Pages extends Record<string, string>>(pages: Pages, rest: string): keyof Pages | null {
  return Object.keys(pages).find((page) => pages[page] === rest) ?? null;
}

/** Whether a page belongs to a group (and not to a project, or to no place at all). */
export function isGroupPage(page: Page): page is GroupPage | 'epic' {
  return page in groupPages || page === 'epic';
}

/** The group or project an address lies in; null for the pages that lie in none. */
export function placeOf(address: Address | null): { kind: 'group' | 'project'; fullPath: string } | null {
  if (!address || !('fullPath' in address)) return null;
  return { kind: isGroupPage(address.page) ? 'group' : 'project', fullPath: address.fullPath };
}

function encodePath(fullPath: string): string {
  return fullPath.split('/').map(encodeURIComponent).join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
