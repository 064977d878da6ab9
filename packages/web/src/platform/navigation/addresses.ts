/**
 * Every address of the application, read and printed in one place. A full path may have any depth, so an address is read
 * as text and not by routes: `/groups/a/b/c/-/roadmap`, `/a/b/c/-/issues/5`.
 */
export type Address =
  | {
      page:
        | 'home'
        | 'signIn'
        | 'newGroup'
        | 'newProject'
        | 'profile'
        | 'imports'
        | 'explorer'
        | 'abuseReports'
        | 'todos';
    }
  /** Set-up without its token asks for the address that has it. */
  | { page: 'setUp' | 'sharedRoadmap'; token: string }
  | { page: 'person'; username: string }
  | { page: GroupPage | ProjectPage; fullPath: string }
  | { page: GroupItem | ProjectItem; fullPath: string; iid: string };

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
  customFields: 'settings/custom_fields',
  groupHooks: 'hooks',
  groupTemplates: 'settings/description_templates',
} as const;
export type GroupPage = keyof typeof groupPages;

const projectPages = {
  project: '',
  issues: 'issues',
  newIssue: 'issues/new',
  projectMilestones: 'milestones',
  projectLabels: 'labels',
  projectMembers: 'project_members',
  projectHooks: 'hooks',
  projectTemplates: 'settings/description_templates',
} as const;
export type ProjectPage = keyof typeof projectPages;

/** Things with a number, and the part of the address before it. */
const groupItems = { epic: 'epics', groupMilestone: 'milestones' } as const;
export type GroupItem = keyof typeof groupItems;

const projectItems = { issue: 'issues', projectMilestone: 'milestones' } as const;
export type ProjectItem = keyof typeof projectItems;

const plainPages = {
  '/': 'home',
  '/users/sign_in': 'signIn',
  '/groups/new': 'newGroup',
  '/projects/new': 'newProject',
  '/-/profile': 'profile',
  '/dashboard/todos': 'todos',
  '/-/imports': 'imports',
  '/-/graphql-explorer': 'explorer',
  '/admin/abuse_reports': 'abuseReports',
} as const;

const IID = /^[1-9]\d{0,9}$/;
const USERNAME = /^\w[\w.-]*$/;
const SEGMENT = /^[^/\s]+$/;

/** The pathname of an address. */
export function printAddress(address: Address): string {
  if (address.page === 'sharedRoadmap') return `/-/shared/roadmap/${encodeURIComponent(address.token)}`;
  if (address.page === 'person') return `/${encodeURIComponent(address.username)}`;
  if (address.page === 'setUp') return `/-/set-up${address.token && `/${encodeURIComponent(address.token)}`}`;
  if ('fullPath' in address) {
    const home = `${isGroupPage(address.page) ? '/groups' : ''}/${encodePath(address.fullPath)}`;
    if ('iid' in address) return `${home}/-/${{ ...groupItems, ...projectItems }[address.page]}/${address.iid}`;
    const rest = { ...groupPages, ...projectPages }[address.page];
    return rest === '' ? home : `${home}/-/${rest}`;
  }
  return Object.entries(plainPages).find(([, page]) => page === address.page)?.[0] ?? '/';
}

/** The address a pathname means; null when there is no such page. A slash at the end is forgiven. */
export function parseAddress(pathname: string): Address | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname;
  const plain = plainPages[path as keyof typeof plainPages];
  if (plain) return { page: plain };
  const setUp = /^\/-\/set-up(?:\/([^/]+))?$/.exec(path);
  if (setUp) return { page: 'setUp', token: decode(setUp[1] ?? '') };
  const shared = /^\/-\/shared\/roadmap\/([^/]+)$/.exec(path);
  if (shared) return { page: 'sharedRoadmap', token: decode(shared[1] ?? '') };
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
  const item = itemOf(groupItems, rest);
  return item && { ...item, fullPath };
}

function projectAddress(segments: string[], rest: string): Address | null {
  const fullPath = segments.join('/');
  // A single segment is a person, or the short form of a top-level group: no project lives there.
  const [username, ...more] = segments;
  if (username !== undefined && more.length === 0)
    return rest === '' && USERNAME.test(username) ? { page: 'person', username } : null;
  const page = pageOf(projectPages, rest);
  if (page) return { page, fullPath };
  const item = itemOf(projectItems, rest.replace(/^issues\/incident\//, 'issues/'));
  return item && { ...item, fullPath };
}

function pageOf<Pages extends Record<string, string>>(pages: Pages, rest: string): keyof Pages | null {
  return Object.keys(pages).find((page) => pages[page] === rest) ?? null;
}

/** The thing that `issues/5` names. */
function itemOf<Items extends Record<string, string>>(
  items: Items,
  rest: string,
): { page: keyof Items; iid: string } | null {
  const at = rest.lastIndexOf('/');
  const page = Object.keys(items).find((candidate) => items[candidate] === rest.slice(0, at));
  const iid = rest.slice(at + 1);
  return page !== undefined && IID.test(iid) ? { page, iid } : null;
}

/** Whether a page belongs to a group (and not to a project, or to no place at all). */
export function isGroupPage(page: Page): page is GroupPage | GroupItem {
  return page in groupPages || page in groupItems;
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
