// The tree of an epic with 5,000 children and 100,000 items below it. In a real browser: time to its first rows, time to expand
// a row, and scrolling smoothness. On the server: the cost of a drop and a close, one at a time and eight at once.
import { adminToken } from './lib/big.ts';
import { launchBrowser } from './lib/browser.ts';
import { poolOn } from './lib/database.ts';
import { persistedHash } from './lib/documents.ts';
import { figure, load, percentile, printTable, type Load } from './lib/figures.ts';
import { ensureGroup, freshData, serve } from './lib/milepost.ts';
import { countingWaits } from './lib/waits.ts';
import { TreePage } from './lib/tree-page.ts';
import { type IssueAddress, makeWideTree, wideSize } from './lib/wide-tree.ts';

const WRITERS = 8;
const SECONDS = 6;
/** How often a page is opened, and how many rows are expanded on it. */
const VISITS = 9;
/** Warm-up visits, which do not count. */
const UNCOUNTED = 3;
const ROWS = 20;

const data = freshData();
await ensureGroup(data.folder, 'wide', 50, 100);
const token = await adminToken(data.folder);
const { pool, close: disconnect } = await poolOn(data.folder, 2);
console.log(`Making an epic with ${wideSize.descendants.toLocaleString('en')} items below it …`);
const tree = await makeWideTree(pool, WRITERS);
const server = await serve(data.folder);

await measurePage();
await measureDrops();
await measureCloses();
await server.stop();
await disconnect();
data.remove();

async function measurePage(): Promise<void> {
  const browser = await launchBrowser();
  const page = await TreePage.signIn(browser, server.url, `/groups/${tree.groupPath}/-/epics/${tree.iid}`);
  // This measures the visitor's first visit, not the server's: what the server does for its very first pages is excluded.
  await page.visits(UNCOUNTED, { isCached: false });
  const [first, again] = [
    await page.visits(VISITS, { isCached: false }),
    await page.visits(VISITS, { isCached: true }),
  ];
  const opened = await page.openRows(ROWS);
  const frames = await page.scroll();
  printTable(
    `An epic with ${wideSize.children.toLocaleString('en')} children and ${wideSize.descendants.toLocaleString('en')} items below it, signed in`,
    ['what', 'median ms', 'p95 ms'],
    [
      ['from navigation to the first rows, nothing cached', ...middleAndEnd(first)],
      ['from navigation to the first rows, files cached', ...middleAndEnd(again)],
      ['from a press to the rows of a level', ...middleAndEnd(opened)],
      ['a frame of scrolling', ...middleAndEnd(frames)],
    ],
  );
  console.log(`\nMost rows in the document while scrolling: ${page.maxRows()}`);
  await browser.close();
}

async function measureDrops(): Promise<void> {
  const pick = random();
  const one = <Item>(among: readonly Item[]): Item => among[Math.floor(pick() * among.length)] as Item;
  const reorder = async (): Promise<void> => {
    const [id, beside] = [one(tree.childIds), one(tree.childIds)];
    if (id !== beside) await drop(id, beside, null);
  };
  // Each writer moves its own epic, with its children, from parent to parent.
  const carried = tree.openable.slice(-WRITERS);
  const parents = tree.openable.slice(0, 200);
  const carry = (worker: number) => drop(carried[worker] as number, null, one(parents));
  const rows = [
    ['among the 5,000 children, one person', await load(1, SECONDS, reorder)],
    ['among the 5,000 children, eight people', await load(WRITERS, SECONDS, reorder)],
    ['an epic with 20 items into another epic, one person', await load(1, SECONDS, carry)],
    ['an epic with 20 items into another epic, eight people', await load(WRITERS, SECONDS, carry)],
  ] as const;
  printTable(
    'A drop, until it is saved',
    ['what', 'p50 ms', 'p95 ms', 'drops/s'],
    rows.map(([what, { samples, perSecond }]) => [what, ...middleAndEnd(samples), figure(perSecond)]),
  );
}

async function drop(id: number, beside: number | null, parent: number | null): Promise<void> {
  const moved = {
    id: `gid://gitlab/Epic/${id}`,
    ...(beside !== null && { adjacentReferenceId: `gid://gitlab/Epic/${beside}`, relativePosition: 'after' }),
    ...(parent !== null && { newParentId: `gid://gitlab/Epic/${parent}` }),
  };
  const variables = { input: { baseEpicId: `gid://gitlab/Epic/${tree.id}`, moved } };
  const text = await call('POST', '/api/graphql', { persisted: true, query: persistedHash('epicReorder'), variables });
  if (!text.includes('"errors":[]')) throw new Error(`The drop was answered with ${text.slice(0, 300)}`);
}

async function measureCloses(): Promise<void> {
  const [deep, flat] = [toggler(tree.deep), toggler(tree.flat)];
  const [deepOnes, flatOnes]: [number[], number[]] = [[], []];
  let turn = 0;
  // Interleaved, so that both run under the same machine load.
  await load(1, SECONDS * 2, async () => {
    turn += 1;
    const began = performance.now();
    await (turn % 2 === 0 ? deep : flat)(0);
    (turn % 2 === 0 ? deepOnes : flatOnes).push(performance.now() - began);
  });
  const waits = countingWaits(pool);
  const together = await load(WRITERS, SECONDS, deep);
  const { samples: looks, waiting } = await waits.end();
  const apart = await load(WRITERS, SECONDS, toggler(tree.apart));
  const flatTogether = await load(WRITERS, SECONDS, flat);
  const line = (what: string, { samples, perSecond }: Pick<Load, 'samples' | 'perSecond'>) => [
    what,
    ...middleAndEnd(samples),
    perSecond > 0 ? figure(perSecond) : '–',
  ];
  printTable(
    'Closing an issue',
    ['what', 'p50 ms', 'p95 ms', 'changes/s'],
    [
      line('under nothing, one person', { samples: flatOnes, perSecond: 0 }),
      line('seven levels deep, one person', { samples: deepOnes, perSecond: 0 }),
      line('under nothing, eight people', flatTogether),
      line('seven levels deep, eight people under eight roots', apart),
      line('seven levels deep, eight people under one root', together),
    ],
  );
  const ratio = percentile(deepOnes, 0.5) / percentile(flatOnes, 0.5);
  console.log(`\nDeep to flat, medians of one person: ${figure(ratio)}`);
  console.log(`One root to eight, changes a second: ${figure(together.perSecond / apart.perSecond)}`);
  console.log(`People who waited for a lock under one root, on average of ${looks} looks: ${figure(waiting / looks)}`);
}

/**
 * Alternates closing and reopening, so that there is always something to close: both do the same work. Each worker has its own
 * issue.
 */
function toggler(issues: readonly IssueAddress[]): (worker: number) => Promise<void> {
  const changeCounts = new Map<number, number>();
  return async (worker) => {
    const count = changeCounts.get(worker) ?? 0;
    changeCounts.set(worker, count + 1);
    const issue = issues[worker * 8] ?? issues[worker];
    if (!issue) throw new Error('There are too few issues to close');
    const { projectId, iid } = issue;
    const event = count % 2 === 0 ? 'close' : 'reopen';
    await call('PUT', `/api/v4/projects/${projectId}/issues/${iid}`, { state_event: event });
  };
}

async function call(method: string, path: string, body: object): Promise<string> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

function middleAndEnd(samples: readonly number[]): [string, string] {
  return [figure(percentile(samples, 0.5)), figure(percentile(samples, 0.95))];
}

/** The same drops in every run. */
function random(): () => number {
  let seed = 20_261_122;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 4_294_967_296;
  };
}
