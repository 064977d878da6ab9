// The tree of an epic with 5,000 children in a real browser: how soon its first rows stand, how soon a row opens, how evenly it scrolls.
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import { poolOn } from './lib/database.ts';
import { figure, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, freshData, serve } from './lib/milepost.ts';

const children = 5_000;
const data = freshData();
await ensureGroup(data.folder, 'wide', 50, 100);
const address = await widen();
const server = await serve(data.folder);
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? undefined,
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
});
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addInitScript('globalThis.__name = (value) => value;');
const page = await context.newPage();
const rows: number[] = [];
for (let run = 0; run < 7; run++) rows.push(await firstRows(page));
const opened: number[] = [];
for (let run = 0; run < 7; run++) opened.push(await expand(page, run));
const frames = await scroll(page);
const nodes = await page.evaluate(() => document.querySelectorAll('[role=treeitem]').length);
printTable(
  `An epic with ${children.toLocaleString('en')} children`,
  ['what', 'median ms', 'p95 ms'],
  [
    ['from navigation to the first rows', figure(percentile(rows, 0.5)), figure(percentile(rows, 0.95))],
    ['from a press to the rows of a level', figure(percentile(opened, 0.5)), figure(percentile(opened, 0.95))],
    ['a frame of scrolling', figure(percentile(frames, 0.5)), figure(percentile(frames, 0.95))],
  ],
);
console.log(`\nRows in the document at the end: ${nodes}`);
await browser.close();
await server.stop();
data.remove();

/** Gives one epic so many children, and the first of them some of their own; straight in the database. Gives its page's path. */
async function widen(): Promise<string> {
  const { pool, close } = await poolOn(data.folder, 1);
  const insert = (parents: string, from: number, count: number) =>
    pool.query(
      `INSERT INTO work_items (namespace_id, root_id, iid, type, title, parent_id, ancestor_ids, relative_position)
       SELECT w.namespace_id, w.root_id, $1 + row_number() OVER (), 'epic', 'Child ' || at, w.id, w.ancestor_ids || w.id, at
       FROM work_items w, generate_series(1, $2) AS at WHERE ${parents}`,
      [from, count],
    );
  const { rows: found } = await pool.query<{ id: string; iid: number; path: string }>(
    `SELECT w.id, w.iid, n.full_path AS path FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
     WHERE w.type = 'epic' AND w.parent_id IS NULL AND n.visibility = 'public' ORDER BY w.id LIMIT 1`,
  );
  const [epic] = found;
  if (!epic) throw new Error('There is no public epic to widen');
  await pool.query('UPDATE work_items SET relative_position = 1000000 + relative_position WHERE parent_id = $1', [
    epic.id,
  ]);
  await insert(`w.id = ${Number(epic.id)}`, 100_000, children);
  const first = `w.parent_id = ${Number(epic.id)} AND w.relative_position <= 10`;
  await insert(first, 200_000, 20);
  await pool.query(
    `INSERT INTO work_item_rollup_deltas (work_item_id, audience, opened_epics) SELECT w.id, 1, 20 FROM work_items w WHERE ${first}`,
  );
  await close();
  return `/groups/${epic.path}/-/epics/${epic.iid}`;
}

/** Milliseconds from navigation to the frame that shows the first rows. */
async function firstRows(on: Page): Promise<number> {
  await on.goto(server.url + address, { waitUntil: 'commit' });
  return on.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('[role=treeitem]')) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** Milliseconds from a press on one of the first rows to the frame with its children; it is closed again. */
async function expand(on: Page, at: number): Promise<number> {
  return on.evaluate(
    (index) =>
      new Promise<number>((resolve, reject) => {
        const row = document.querySelectorAll<HTMLElement>('[role=treeitem][aria-level="1"]')[index];
        const button = row?.querySelector('button');
        if (!row || !button) return reject(new Error('There is no row to open'));
        const began = performance.now();
        button.click();
        const look = () => {
          if (row.nextElementSibling?.getAttribute('aria-level') !== '2') return requestAnimationFrame(look);
          resolve(performance.now() - began);
          return button.click();
        };
        look();
      }),
    at,
  );
}

/** Milliseconds of each frame while the page scrolls through the tree. */
async function scroll(on: Page): Promise<number[]> {
  return on.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        let last = performance.now();
        const step = () => {
          const now = performance.now();
          times.push(now - last);
          last = now;
          window.scrollBy(0, 60);
          if (times.length < 240) requestAnimationFrame(step);
          else resolve(times.slice(1));
        };
        requestAnimationFrame(step);
      }),
  );
}
