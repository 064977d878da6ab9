/** A full path as a pattern. It has no `/-/`: what follows one may be the path of a file. */
const FULL_PATH = '(?:/(?!-/)[^/]+)+';

/**
 * Redirects of pages whose published URL differs from that of Milepost, or that Milepost has on another page: pattern and replacement.
 * Texts, chats and bookmarks of a team that switches are full of these.
 */
const published: readonly (readonly [RegExp, string])[] = [
  // Start pages
  [/^\/(?:groups|(?:dashboard|explore)(?:\/(?:groups|projects)(?:\/.*)?)?)\/?$/, '/'],
  [/^\/dashboard\/(?:issues|merge_requests)(?:\/.*)?$/, '/-/your_work'],
  // People
  [/^\/users\/(?!sign_|auth\/|password\/|confirmation\/)([\w.-]+)(?:\/activity)?\/?$/, '/$1'],
  [/^\/-\/invites\/([\w-]+)\/?$/, '/-/invitations/$1'],
  [/^\/-\/(?:user_settings|profile)\/two_factor_auth\/?$/, '/-/profile/2fa'],
  [/^\/-\/user_settings(?:\/.*)?$/, '/-/profile'],
  [/^\/-\/profile\/(?:account|emails|keys|notifications|preferences)\/?$/, '/-/profile'],
  // Groups
  [inGroup('activity|shared|inactive'), '$1'],
  [inGroup('work_items(/\\d+|/new)?'), '$1/-/epics$2'],
  [inGroup('epic_boards(?:/\\d+)?'), '$1/-/boards'],
  [inGroup('settings/general'), '$1/-/edit'],
  [inGroup('settings/(?:issues|work_items)'), '$1/-/settings/statuses'],
  // Groups and projects
  [inNamespace('cadences(?:/.*)?'), '$1/-/iterations'],
  // Projects
  [inNamespace('activity'), '$1'],
  [inNamespace('work_items(/\\d+|/new)?'), '$1/-/issues$2'],
  [inNamespace('issues/(\\d+)/designs(?:/.*)?'), '$1/-/issues/$2'],
  [inNamespace('merge_requests/(\\d+)/diffs'), '$1/-/merge_requests/$2?tab=changes'],
  [inNamespace('merge_requests/(\\d+)/commits'), '$1/-/merge_requests/$2?tab=commits'],
  [inNamespace('merge_requests/(\\d+)/(?:pipelines|conflicts|reports)'), '$1/-/merge_requests/$2'],
  [inNamespace('commits/(.+)'), '$1/-/tree/$2?tab=commits'],
  [inNamespace('branches(?:/.*)?'), '$1/-/tree?tab=branches'],
  [inNamespace('blame/(.+)'), '$1/-/blob/$2'],
];

/** A page of a group; `$1` is the group's address. */
function inGroup(page: string): RegExp {
  return new RegExp(`^(/groups${FULL_PATH})/-/(?:${page})/?$`);
}

/** A page of a group or project; `$1` is its address. */
function inNamespace(page: string): RegExp {
  return new RegExp(`^(${FULL_PATH})/-/(?:${page})/?$`);
}

/** Pages of projects had no `/-/` in their URL before 2020; texts still link to those. */
const BEFORE_SCOPES = /^(\/.+?)\/(issues|merge_requests|milestones|boards|labels|blob|tree|commit|commits)(\/.*)?$/;

/** Milepost's URL for a published one, including the query; null for any other. */
export function addressOfPublished(url: string): string | null {
  const { pathname, rest } = partsOf(url);
  const found = published.find(([pattern]) => pattern.test(pathname));
  return found ? joined(pathname.replace(...found), rest) : null;
}

/** The URL with `/-/` of the page of a project that was published without; only for a path at which there is no project. Null for any other. */
export function addressWithScope(url: string): string | null {
  const { pathname, rest } = partsOf(url);
  if (pathname.includes('/-/') || pathname.startsWith('/groups/') || !BEFORE_SCOPES.test(pathname)) return null;
  return joined(pathname.replace(BEFORE_SCOPES, '$1/-/$2$3'), rest);
}

function partsOf(url: string): { pathname: string; rest: string } {
  const end = url.search(/[?#]/);
  const pathname = end === -1 ? url : url.slice(0, end);
  return { pathname, rest: url.slice(pathname.length) };
}

/** Both may have a query. */
const joined = (address: string, rest: string): string =>
  address + (address.includes('?') ? rest.replace(/^\?/, '&') : rest);
