// The issue page next to 1,000,000 issues: server time for the page, time of a save, response time with 500 comments, and how
// the form handles a description of one megabyte.
import type { Browser, Page } from '@playwright/test';
import { adminToken, bigGroup, ensureBigGroup } from './lib/big.ts';
import { launchBrowser, ownPreferences } from './lib/browser.ts';
import { poolOn } from './lib/database.ts';
import { persistedHash } from './lib/documents.ts';
import { figure, load, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, keptData, serve } from './lib/milepost.ts';

const COMMENTS = 500;
const MEGABYTE = 1_000_000;
const talkGroup = 'talk';

interface IssueAddress {
  projectId: number;
  fullPath: string;
  iid: string;
}

await ensureBigGroup();
await ensureGroup(keptData, talkGroup, 20, 200);
const token = await adminToken();
const server = await serve(keptData);
const { pool, close } = await poolOn(keptData, 1);
const issues = await someIssues(bigGroup, 2_000);
const [talked, long, saved] = (await someIssues(talkGroup, 3)) as [IssueAddress, IssueAddress, IssueAddress];
await close();
await ensureComments(talked);
await call('PUT', issuePath(long), { description: longText() });

const hash = persistedHash('issuePage');
let asked = 0;
const pages = await load(1, 10, async () => {
  asked += 1;
  const { fullPath, iid } = issues[asked % issues.length] as IssueAddress;
  const variables = { fullPath, iid };
  const text = await call('POST', '/api/graphql', { persisted: true, query: hash, variables });
  if (!text.includes(`"iid":"${iid}"`)) throw new Error(`The server answered ${text.slice(0, 500)}`);
});
let turn = 0;
const save = (worker: number) => {
  turn += 1;
  return call('PUT', issuePath(worker === 0 ? saved : (issues[worker] as IssueAddress)), {
    description: `Saved the ${turn}th time\n\n- [ ] to do\n- [x] done`,
  });
};
const alone = await load(1, 10, async () => void (await save(0)));
const together = await load(8, 10, async (worker) => void (await save(worker)));
printTable(
  'The issue page’s server, beside 1,000,000 issues',
  ['what', 'p50 ms', 'p95 ms', 'p99 ms'],
  [
    ['the page’s query, another issue each time', ...three(pages.samples)],
    ['a save of the description, one writer', ...three(alone.samples)],
    ['a save of the description, eight writers', ...three(together.samples)],
  ],
);

const browser = await launchBrowser();
const signedIn = await signIn(browser);
const cold: number[] = [];
const warm: number[] = [];
for (let run = 0; run < 7; run += 1) {
  const times = await interactive(talked);
  cold.push(times.cold);
  warm.push(times.warm);
}
printTable(
  `An issue with ${COMMENTS} comments, from navigation until it can be edited and its comments stand`,
  ['visit', 'median ms', 'worst ms'],
  [
    ['first, nothing cached', figure(percentile(cold, 0.5)), figure(Math.max(...cold))],
    ['again, files cached', figure(percentile(warm, 0.5)), figure(Math.max(...warm))],
  ],
);
const { frames, nodes, comments } = await scroll(talked);
printTable(
  `Scrolling through ${COMMENTS} comments`,
  ['median frame ms', 'p95 frame ms', 'p99 frame ms', 'most comments in the DOM', 'DOM nodes'],
  [
    [
      figure(percentile(frames, 0.5)),
      figure(percentile(frames, 0.95)),
      figure(percentile(frames, 0.99)),
      String(comments),
      nodes.toLocaleString('en'),
    ],
  ],
);
const { opening, typing, typingAtEnd } = await editLong(long);
printTable(
  'A description of a megabyte in the editor: the longest task of the page’s own thread',
  ['what', 'ms'],
  [
    ['opening the form', figure(opening)],
    ['typing twenty letters at its beginning', figure(typing)],
    ['typing twenty letters at its end', figure(typingAtEnd)],
  ],
);
await browser.close();
await server.stop();

function three(samples: readonly number[]): string[] {
  return [0.5, 0.95, 0.99].map((share) => figure(percentile(samples, share)));
}

function issuePath({ projectId, iid }: IssueAddress): string {
  return `/api/v4/projects/${projectId}/issues/${iid}`;
}

async function call(method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'private-token': token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

/** Issues spread over the whole group; always the same ones. */
async function someIssues(group: string, count: number): Promise<IssueAddress[]> {
  const { rows } = await pool.query<IssueAddress>(
    `SELECT w.namespace_id AS "projectId", n.full_path AS "fullPath", w.iid::text AS iid
     FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
     WHERE w.type = 'issue' AND n.full_path LIKE $1 AND NOT w.is_confidential
     ORDER BY hashint8(w.id), w.id LIMIT $2`,
    [`${group}/%`, count],
  );
  return rows;
}

async function ensureComments(issue: IssueAddress): Promise<void> {
  const { user_notes_count: there } = JSON.parse(await call('GET', issuePath(issue))) as { user_notes_count: number };
  for (let index = there; index < COMMENTS; index += 1) {
    const remark = 'What the pier keeper said, and what came of it. '.repeat(1 + (index % 6));
    await call('POST', `${issuePath(issue)}/notes`, { body: `Comment ${index}\n\n${remark}\n\n- one\n- **two**` });
  }
}

function longText(): string {
  const remark = 'The ferry leaves at seven, and who is late waits for the next, as #1 says. ';
  const section = `## A section\n\n${remark.repeat(8)}\n\n- [ ] a box\n- an item\n\n`;
  return section.repeat(Math.floor(MEGABYTE / section.length));
}

async function signIn(within: Browser) {
  const context = await within.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/users/sign_in`);
  await page.getByLabel('Username or email').fill('bench');
  await page.getByLabel('Password').fill('a password for measuring');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${server.url}/`);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** A signed-in page with an empty cache. tsx wraps functions in a helper, which has to exist in the page too. */
async function open(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: signedIn,
    ...ownPreferences,
  });
  await context.addInitScript('globalThis.__name = (value) => value;');
  return context.newPage();
}

function addressOf({ fullPath, iid }: IssueAddress): string {
  return `${server.url}/${fullPath}/-/issues/${iid}`;
}

async function interactive(issue: IssueAddress): Promise<{ cold: number; warm: number }> {
  const page = await open();
  const measure = async () => {
    await page.goto(addressOf(issue), { waitUntil: 'commit' });
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelector('[aria-keyshortcuts="e"]') && document.querySelector('article[id^="note_"]'))
              resolve(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
  };
  const times = { cold: await measure(), warm: await measure() };
  await page.context().close();
  return times;
}

async function scroll(issue: IssueAddress): Promise<{ frames: number[]; nodes: number; comments: number }> {
  const page = await open();
  await page.goto(addressOf(issue));
  await page.locator('article[id^="note_"]').first().waitFor();
  const last = page.getByText(`Comment ${COMMENTS - 1}`, { exact: true });
  while (!(await last.isVisible())) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForTimeout(50);
  }
  const found = await page.evaluate(async () => {
    window.scrollTo(0, 0);
    const frames: number[] = [];
    let nodes = 0;
    let comments = 0;
    await new Promise<void>((resolve) => {
      const seconds = 8;
      const step = (document.documentElement.scrollHeight - window.innerHeight) / (seconds * 60);
      const began = performance.now();
      let before = began;
      const frame = (now: number) => {
        frames.push(now - before);
        before = now;
        window.scrollBy(0, step);
        if (frames.length % 30 === 0) {
          nodes = Math.max(nodes, document.querySelectorAll('*').length);
          comments = Math.max(comments, document.querySelectorAll('article[id^="note_"]').length);
        }
        if (now - began < seconds * 1000) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
    return { frames: frames.slice(2), nodes, comments };
  });
  await page.context().close();
  return found;
}

/** The longest tasks, in milliseconds, while the form opens and while the user types; tasks below 50 ms are not reported. */
async function editLong(issue: IssueAddress): Promise<{ opening: number; typing: number; typingAtEnd: number }> {
  const page = await open();
  await page.addInitScript(() => {
    const longest = { ms: 0 };
    Object.assign(window, { longest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
    }).observe({ type: 'longtask', buffered: false });
  });
  const longest = async (): Promise<number> => {
    await page.waitForTimeout(500);
    return page.evaluate(() => {
      const { longest: found } = window as unknown as { longest: { ms: number } };
      const { ms } = found;
      found.ms = 0;
      return ms;
    });
  };
  await page.goto(addressOf(issue));
  const edit = page.locator('[aria-keyshortcuts="e"]');
  await edit.waitFor();
  await longest();
  await edit.click();
  const field = page.locator('form [role="textbox"][aria-multiline="true"]').first();
  await field.waitFor({ timeout: 120_000 });
  const opening = await longest();
  await field.focus();
  await field.pressSequentially('twenty letters long.', { delay: 30 });
  const typing = await longest();
  await page.keyboard.press('Control+End');
  await longest();
  await field.pressSequentially('twenty letters long.', { delay: 30 });
  const typingAtEnd = await longest();
  await page.context().close();
  return { opening, typing, typingAtEnd };
}
