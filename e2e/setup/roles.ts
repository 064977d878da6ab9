import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, request, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { accessLevelOf, roles } from '@milepost/core/roles';
import { administrator } from './administrator.ts';
import { sessionOf } from './people.ts';

const guide = fileURLToPath(new URL('../../docs/guide/permissions.md', import.meta.url));
const baseURL = process.env['MILEPOST_E2E_URL'] ?? '';

/** All roles, from the fewest permissions to the most, each with a person of the sample group. */
export const parts = {
  anonymous: null,
  guest: 'ruth',
  planner: 'lena',
  reporter: 'kofi',
  developer: 'ines',
  maintainer: 'tomas',
  owner: 'yuki',
  administrator,
} as const;
export type Part = keyof typeof parts;
export const partNames = Object.keys(parts) as Part[];

/** The terms of the guide, with the lowest role that each includes. */
const leastNamed: readonly [string, Part][] = [
  ['everyone, visitors included', 'anonymous'],
  ['everyone who is signed in', 'guest'],
  ['guests', 'guest'],
  ['planners', 'planner'],
  ['reporters', 'reporter'],
  ['developers', 'developer'],
  ['maintainers', 'maintainer'],
  ['owners', 'owner'],
  ['administrators only', 'administrator'],
];

/** The permission table that the server's tests print into the guide: actions, and the lowest role for each. */
const documented = new Map(
  [...readFileSync(guide, 'utf8').matchAll(/^\| (?<operation>.+) \| (?<least>.+) \|$/gm)].flatMap(({ groups = {} }) => {
    const { operation = '', least = '' } = groups;
    const found = leastNamed.find(([words]) => least.startsWith(words));
    return found ? [[operation, found[1]] as const] : [];
  }),
);

/** Whether the documented table grants this to the role. Throws for rows that the table does not have. */
export function may(part: Part, operation: string): boolean {
  const least = documented.get(operation);
  if (!least) throw new Error(`The guide has no row “${operation}”`);
  return partNames.indexOf(part) >= partNames.indexOf(least);
}

/** Calls REST as a person. */
type Call = (verb: 'GET' | 'POST' | 'PUT', path: string, data?: object) => Promise<{ id: number; iid: number }>;

/** A browser of a signed-in person, and the refusals of the server so far. */
export interface Visit {
  context: BrowserContext;
  page: Page;
  /** The server's refusals, with URL or error messages. */
  refusals: string[];
}

/** Opens an empty page for a person, or for a visitor (null). */
export async function visit(browser: Browser, username: string | null): Promise<Visit> {
  const session = username === null ? null : await sessionOf(username);
  const viewport = { width: 1440, height: 1200 };
  const context = await browser.newContext({ baseURL, viewport, ...(session && { storageState: session.state }) });
  const page = await context.newPage();
  const refusals: string[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    const said = `${response.request().method()} ${pathname}: ${response.status()}`;
    if (response.status() >= 400) refusals.push(said);
    if (pathname !== '/api/graphql') return;
    const text = await response.text().catch(() => '');
    const errors = /"errors":\[(?!\])[^\]]*/.exec(text)?.[0];
    if (errors) refusals.push(`${said} ${errors}`);
  });
  return { context, page, refusals };
}

export interface World {
  groupPath: string;
  projectPath: string;
  /** Paths of pages. */
  issue: string;
  secret: string;
  incident: string;
  epic: string;
  secretEpic: string;
}

let made = 0;

/** A public group in which the person has this role and owns no item, with one item of each kind. */
export async function makeWorld(part: Part): Promise<World> {
  const { state, csrfToken } = await sessionOf('maren');
  const door = await request.newContext({ baseURL, storageState: state });
  try {
    return await makeWorldBy(async (verb, path, data) => {
      const headers = { origin: baseURL, 'x-csrf-token': csrfToken };
      const answer = await door.fetch(`/api/v4${path}`, { method: verb, headers, ...(data && { data }) });
      expect(answer.ok(), await answer.text()).toBe(true);
      return (await answer.json()) as { id: number; iid: number };
    }, part);
  } finally {
    await door.dispose();
  }
}

async function makeWorldBy(call: Call, part: Part): Promise<World> {
  made += 1;
  const path = `roles-${process.pid}-${Date.now()}-${made}`;
  const group = await call('POST', '/groups', { name: path, path, visibility: 'public' });
  const projectFields = { name: 'Depot', path: 'depot', namespace_id: group.id, visibility: 'public' };
  const project = await call('POST', '/projects', projectFields);
  const role = roles.find((each) => each === part);
  if (role) {
    const [user] = (await call('GET', `/users?username=${parts[part]}`)) as unknown as { id: number }[];
    await call('POST', `/groups/${group.id}/members`, { user_id: user?.id, access_level: accessLevelOf[role] });
  }
  const issue = (data: object) => call('POST', `/projects/${project.id}/issues`, data);
  const walls = await issue({ title: 'Walls' });
  const secret = await issue({ title: 'Secret tunnel', confidential: true });
  const incident = await issue({ title: 'Flood', issue_type: 'incident' });
  const epic = await call('POST', `/groups/${group.id}/epics`, { title: 'Castle' });
  const secretEpic = await call('POST', `/groups/${group.id}/epics`, {
    title: 'Secret keep',
    confidential: true,
  });
  await issue({ title: 'Order stones', epic_id: epic.id });
  const links = `/projects/${project.id}/issues/${walls.iid}/links`;
  await call('POST', links, { target_project_id: project.id, target_issue_iid: incident.iid });
  const projectPath = `${path}/depot`;
  return {
    groupPath: path,
    projectPath,
    issue: `/${projectPath}/-/issues/${walls.iid}`,
    secret: `/${projectPath}/-/issues/${secret.iid}`,
    incident: `/${projectPath}/-/issues/${incident.iid}`,
    epic: `/groups/${path}/-/epics/${epic.iid}`,
    secretEpic: `/groups/${path}/-/epics/${secretEpic.iid}`,
  };
}
