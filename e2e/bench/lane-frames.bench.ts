// RX-LM-03: frames while a roadmap of 10,003 rows scrolls in lanes, with milestones as guides, ghost bars of a snapshot and soft fills, and
// the most elements in the document. Before it an empty scroller moves the same way: its frames are those of the machine.
import type { Page } from '@playwright/test';
import { adminToken } from './lib/big.ts';
import { launchBrowser } from './lib/browser.ts';
import { poolOn } from './lib/database.ts';
import { figure, holdTarget, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, keptData, serve } from './lib/milepost.ts';
import { scrollerOfRows } from './lib/roadmap-page.ts';

/** A fifth of the generated epics are top-level, and some of those lie outside the range. */
const laned = { group: 'laned', epics: 56_000, issues: 60_000 } as const;
const ROWS = 10_003;
const SECONDS = 8;
const LOAD_TIMEOUT_MS = 240_000;
const emptyScroller = `<div role="treegrid" style="height: 800px; overflow: auto">
  <div style="height: 400000px; background: repeating-linear-gradient(#fff 0 60px, #ddd 60px 70px)"></div></div>`;

await ensureGroup(keptData, laned.group, laned.epics, laned.issues);
const token = await adminToken();
const server = await serve(keptData);
const snapshot = await ensureDrift();
const browser = await launchBrowser();
const context = await browser.newContext({
  baseURL: server.url,
  viewport: { width: 1440, height: 900 },
  extraHTTPHeaders: { 'private-token': token },
});
await context.addInitScript('globalThis.__name = (value) => value;');
const page = await context.newPage();
const session = await context.newCDPSession(page);
await session.send('Performance.enable');

await page.setContent(emptyScroller);
const empty = await scroll(page);
const query = 'state=all&timeframe_range_type=THREE_YEARS&group_by=HEALTH&color_by=HEALTH&density=COMPACT';
await page.goto(`/groups/${laned.group}/-/roadmap?${query}&milestones_as=GUIDES&compare=${snapshot}`);
await page.locator('[role="row"][data-lane]').first().waitFor();
await page.locator('[role="gridcell"] a').first().waitFor();
const rows = await loadRows(page);
const scrolled = await scroll(page);
await browser.close();
await server.stop();

printTable(
  `Scrolling ${rows.toLocaleString('en')} rows in lanes, with guides, ghosts and soft fills`,
  ['what', 'median frame ms', 'p95 frame ms', 'p99 frame ms', 'main thread ms a frame', 'DOM nodes', 'ghosts'],
  [
    ['an empty scroller', ...figuresOf(empty)],
    ['the roadmap', ...figuresOf(scrolled)],
  ],
);
if (rows < ROWS || scrolled.ghosts === 0 || scrolled.guides === 0)
  throw new Error(`There are ${rows} rows, ${scrolled.ghosts} ghosts, ${scrolled.guides} guides`);
holdTarget('RX-LM-03', 'frames ms (p95)', percentile(scrolled.frames, 0.95), 17);
holdTarget('RX-LM-03', 'DOM nodes', scrolled.nodes, 2_499);

interface Scrolled {
  frames: number[];
  /** Milliseconds of the main thread per frame. */
  work: number;
  /** The most at once. */
  nodes: number;
  ghosts: number;
  guides: number;
}

function figuresOf({ frames, work, nodes, ghosts }: Scrolled): string[] {
  const times = [0.5, 0.95, 0.99].map((share) => percentile(frames, share));
  return [...[...times, work].map(figure), nodes.toLocaleString('en'), ghosts.toLocaleString('en')];
}

/** Saves a snapshot and moves half of the epics after it, once. Returns its id. */
async function ensureDrift(): Promise<number> {
  const url = `${server.url}/api/v4/groups/${laned.group}/roadmap_snapshots`;
  const headers = { 'private-token': token, 'content-type': 'application/json' };
  const list = async () =>
    (await (await fetch(url, { headers })).json()) as { id: number; name: string; status: string }[];
  const find = async () => (await list()).find(({ name }) => name === 'Before the drift');
  const known = await find();
  if (known?.status === 'saved') return known.id;
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name: 'Before the drift' }) });
  while ((await find())?.status === 'pending') await new Promise((resolve) => setTimeout(resolve, 200));
  const saved = await find();
  if (saved?.status !== 'saved') throw new Error('The snapshot could not be saved');
  const { pool, close } = await poolOn(keptData, 1);
  await pool.query(
    `UPDATE work_items SET start_date = start_date + 21, due_date = due_date + 21
      WHERE type = 'epic' AND id % 2 = 0 AND root_id = (SELECT id FROM namespaces WHERE full_path = $1)`,
    [laned.group],
  );
  await close();
  return saved.id;
}

/** Scrolls down a view at a time, as rows of lanes load where they are in view, until there are enough. Returns their number. */
async function loadRows(on: Page): Promise<number> {
  const list = await scrollerOfRows(on);
  return list.evaluate(
    async (list, { wanted, timeoutMs }) => {
      const began = performance.now();
      let loaded = 0;
      while (loaded < wanted && performance.now() - began < timeoutMs) {
        const isLoading = document.querySelector('[role="treegrid"] [role="row"] [role="status"]') !== null;
        const rows = [...document.querySelectorAll<HTMLElement>('[role="treegrid"] [role="row"][data-row]')];
        const last = Math.max(...rows.map((row) => Number(row.dataset['row'])));
        const lanes = rows.filter((row) => row.dataset['lane'] !== undefined).length;
        if (!isLoading) {
          if (list.scrollTop + list.clientHeight >= list.scrollHeight - 2) return last + 1 - lanes;
          list.scrollTop += list.clientHeight - 100;
          loaded = last - lanes;
        }
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
      return loaded;
    },
    { wanted: ROWS, timeoutMs: LOAD_TIMEOUT_MS },
  );
}

async function scroll(on: Page): Promise<Scrolled> {
  const list = await scrollerOfRows(on);
  const workBefore = await mainThread();
  const found = await list.evaluate(
    async (list, { seconds, most }) => {
      list.scrollTop = 0;
      await new Promise((resolve) => setTimeout(resolve, 500));
      const frames: number[] = [];
      const counts = { nodes: 0, ghosts: 0, guides: 0 };
      await new Promise<void>((resolve) => {
        const height = Math.min(list.scrollHeight, most) - list.clientHeight;
        const step = Math.min(height / (seconds * 60), 400);
        const began = performance.now();
        let last = began;
        const frame = (now: number) => {
          frames.push(now - last);
          last = now;
          list.scrollTop += step;
          if (frames.length % 30 === 0) {
            counts.nodes = Math.max(counts.nodes, document.querySelectorAll('*').length);
            counts.ghosts = Math.max(counts.ghosts, document.querySelectorAll('[data-testid="ghost-bar"]').length);
            counts.guides = Math.max(counts.guides, document.querySelectorAll('[role="treegrid"] [data-tense]').length);
          }
          if (now - began < seconds * 1000) requestAnimationFrame(frame);
          else resolve();
        };
        requestAnimationFrame(frame);
      });
      return { frames: frames.slice(2), ...counts };
    },
    { seconds: SECONDS, most: 330_000 },
  );
  return { ...found, work: ((await mainThread()) - workBefore) / found.frames.length };
}

/** Milliseconds that the main thread of the page has worked. */
async function mainThread(): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}
