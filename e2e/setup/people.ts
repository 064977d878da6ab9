import {
  expect,
  request,
  test,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';

/** Calls the API as one account. */
export interface ApiCaller {
  /** Sends a GraphQL request as the account. */
  ask<Data = Record<string, unknown>>(query: string, variables?: object): Promise<Data>;
  /** Sends a REST request as the account. */
  call<Body = Record<string, unknown>>(
    verb: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    data?: object,
  ): Promise<Body>;
}

/** A person of the sample group with their own browser, who can also write through the API. */
export interface Someone extends ApiCaller {
  context: BrowserContext;
  page: Page;
  /** The headers of a request that they send outside the page. */
  headers: Record<string, string>;
}

const baseURL = process.env['MILEPOST_E2E_URL'] ?? '';

interface Options {
  viewport?: { width: number; height: number };
  hasTouch?: boolean;
  colorScheme?: 'light' | 'dark';
}

interface Session {
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
  csrfToken: string;
}
const sessions = new Map<string, Promise<Session>>();

/** Screens of a desktop, a tablet and a phone. */
export const wide = { viewport: { width: 1440, height: 900 } };
export const tablet = { viewport: { width: 768, height: 1024 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The session of a signed-in person, created once for all journeys of this process. foundation.spec.ts tests the form. */
export function sessionOf(username: string): Promise<Session> {
  const known = sessions.get(username) ?? signIn(username);
  sessions.set(username, known);
  return known;
}

async function signIn(username: string): Promise<Session> {
  const door = await request.newContext({ baseURL });
  const password = process.env['MILEPOST_E2E_PASSWORD'] ?? '';
  const response = await door.post('/-/sign-in', { data: { username, password } });
  expect(response.ok(), await response.text()).toBe(true);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const state = await door.storageState();
  await door.dispose();
  return { state, csrfToken };
}

/** Signs someone in on the page of a test. */
export async function signInOn(page: Page, username = 'maren'): Promise<void> {
  await page.context().addCookies((await sessionOf(username)).state.cookies);
}

/**
 * Opens another page of the application as a link does, and waits until the one before is gone: that costs a tenth of loading it.
 * A page without a document loads it.
 */
export async function go(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path);
    return;
  }
  await page.evaluate(async (to) => {
    const isOther = new URL(to, location.href).pathname !== location.pathname;
    const left = isOther ? [...(document.querySelector('main')?.children ?? [])] : [];
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    const deadline = performance.now() + 60_000;
    while (left.some((each) => each.isConnected)) {
      if (performance.now() > deadline) throw new Error(`The page before ${to} is still there`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, path);
}

let opened: { testId: string; context: BrowserContext }[] = [];

/** A page left open by an earlier journey still listens, polls and takes processor time. */
async function closeEarlier(): Promise<void> {
  const { testId } = test.info();
  const earlier = opened.filter((each) => each.testId !== testId);
  opened = opened.filter((each) => each.testId === testId);
  await Promise.all(earlier.map(({ context }) => context.close()));
}

/** Opens a browser with an empty page, for a visitor (null) or a signed-in person. */
export async function someone(browser: Browser, username: string | null, options: Options = {}): Promise<Someone> {
  const session = username === null ? null : await sessionOf(username);
  await closeEarlier();
  const context = await browser.newContext({ baseURL, ...options, ...(session && { storageState: session.state }) });
  opened.push({ testId: test.info().testId, context });
  const page = await context.newPage();
  const headers = { 'x-csrf-token': session?.csrfToken ?? '' };
  return { context, page, headers, ...apiCaller(context.request, headers) };
}

/** Calls the API with the cookies of a request context, and these headers. */
export function apiCaller(requests: APIRequestContext, headers: Record<string, string>): ApiCaller {
  return {
    ask: async (query, variables = {}) => {
      const response = await requests.post('/api/graphql', { headers, data: { query, variables } });
      const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
      expect(errors).toBeUndefined();
      return data;
    },
    call: async (verb, path, data) => {
      const response = await requests.fetch(`/api/v4${path}`, { method: verb, headers, ...(data && { data }) });
      expect(response.ok(), await response.text()).toBe(true);
      return (response.status() === 204 ? {} : await response.json()) as never;
    },
  };
}

export interface EpicToMake {
  title: string;
  startDateFixed?: string;
  startDateIsFixed?: boolean;
  dueDateFixed?: string;
  dueDateIsFixed?: boolean;
  parentId?: string;
  confidential?: boolean;
}

export interface MadeEpic {
  id: string;
  iid: string;
}

let made = 0;

/** Creates a public group that no other test uses; returns its path. */
export async function makeGroup(by: ApiCaller): Promise<string> {
  made += 1;
  const path = `journey-${process.pid}-${Date.now()}-${made}`;
  await by.call('POST', '/groups', { name: path, path, visibility: 'public' });
  return path;
}

export async function makeEpic(by: ApiCaller, groupPath: string, epic: EpicToMake): Promise<MadeEpic> {
  const fixed = {
    ...(epic.startDateFixed && { startDateIsFixed: true }),
    ...(epic.dueDateFixed && { dueDateIsFixed: true }),
  };
  const { createEpic } = await by.ask<{ createEpic: { epic: MadeEpic; errors: string[] } }>(
    'mutation ($input: CreateEpicInput!) { createEpic(input: $input) { errors epic { id iid } } }',
    { input: { groupPath, ...fixed, ...epic } },
  );
  expect(createEpic.errors).toEqual([]);
  return createEpic.epic;
}

export async function updateEpic(by: ApiCaller, groupPath: string, iid: string, changes: object): Promise<void> {
  const { updateEpic: done } = await by.ask<{ updateEpic: { errors: string[] } }>(
    'mutation ($input: UpdateEpicInput!) { updateEpic(input: $input) { errors } }',
    { input: { groupPath, iid, ...changes } },
  );
  expect(done.errors).toEqual([]);
}

/** The dates of an epic on the server, as `YYYY-MM-DD`. */
export async function datesOf(by: ApiCaller, groupPath: string, iid: string): Promise<(string | null)[]> {
  const { group } = await by.ask<{ group: { epic: { startDate: string | null; dueDate: string | null } } }>(
    'query ($path: ID!, $iid: ID!) { group(fullPath: $path) { epic(iid: $iid) { startDate dueDate } } }',
    { path: groupPath, iid },
  );
  return [group.epic.startDate, group.epic.dueDate].map((date) => date?.slice(0, 10) ?? null);
}

export interface MadeIssue {
  /** Of the project: `/FULL/PATH/-/issues/IID`. */
  webPath: string;
  projectPath: string;
  iid: number;
  id: number;
}

/** Creates a project in a group; returns its path. */
export async function makeProject(by: ApiCaller, groupPath: string): Promise<string> {
  const group = await by.call<{ id: number }>('GET', `/groups/${encodeURIComponent(groupPath)}`);
  made += 1;
  // Journeys run in parallel, and users find projects by name.
  const path = `project-${process.pid}-${made}`;
  await by.call('POST', '/projects', { name: path, path, namespace_id: group.id, visibility: 'public' });
  return `${groupPath}/${path}`;
}

/** Creates an issue in a project. */
export async function makeIssue(by: ApiCaller, projectPath: string, issue: object): Promise<MadeIssue> {
  const { iid, id } = await by.call<{ iid: number; id: number }>(
    'POST',
    `/projects/${encodeURIComponent(projectPath)}/issues`,
    issue,
  );
  return { webPath: `/${projectPath}/-/issues/${iid}`, projectPath, iid, id };
}
