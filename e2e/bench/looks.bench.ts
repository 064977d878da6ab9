// RX-LM-07: another grouping, color, density or zoom of a roadmap whose rows are loaded: how soon it is on screen, and what the server is asked.
// Beside them, in the same run, an empty frame: the least that any change takes on this machine.
import { launchBrowser } from './lib/browser.ts';
import { persistedHash } from './lib/documents.ts';
import { figure, holdTarget, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, keptData, milepost, serve } from './lib/milepost.ts';
import { repaintOf } from './lib/roadmap-page.ts';

const thousand = { group: 'thousand', epics: 5_000, issues: 20_000 } as const;
const ROUNDS = 9;

/** A choice, and the one it returns from; each with a condition, evaluated in the page, that holds once it is drawn. */
interface Choice {
  name: string;
  /** The button of the menu; null for the choices of the toolbar and the settings. */
  menu: string | null;
  there: Press;
  back: Press;
}
interface Press {
  item: string;
  isDone: string;
}

const choices: readonly Choice[] = [
  {
    name: 'group by health, and none',
    menu: 'Group by',
    there: { item: 'Health', isDone: "!!document.querySelector('[role=row][data-lane]')" },
    back: { item: 'None', isDone: "!document.querySelector('[role=row][data-lane]')" },
  },
  {
    name: 'color by progress, and epic color',
    menu: 'Color by',
    there: { item: 'Progress', isDone: "!!document.querySelector('[role=treegrid] [data-soft]')" },
    back: { item: 'Epic color', isDone: "!document.querySelector('[role=treegrid] [data-soft]')" },
  },
  {
    name: 'density: compact and comfortable',
    menu: null,
    there: { item: 'COMPACT', isDone: "!!document.querySelector('[data-density=compact]')" },
    back: { item: 'COMFORTABLE', isDone: "!document.querySelector('[data-density=compact]')" },
  },
  {
    name: 'zoom: months and quarters',
    menu: null,
    there: { item: 'MONTHS', isDone: "!!document.querySelector('[data-preset=MONTHS]')" },
    back: { item: 'QUARTERS', isDone: "!!document.querySelector('[data-preset=QUARTERS]')" },
  },
];

await ensureGroup(keptData, thousand.group, thousand.epics, thousand.issues);
// Without an administrator every page leads to the set-up.
const account = ['--username', 'measurer', '--email', 'measurer@example.com', '--password', 'measure-the-looks-1'];
await milepost(keptData, 'user', 'create', ...account, '--admin').catch(() => undefined);
const server = await serve(keptData);
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
await page.addInitScript('globalThis.__name = (value) => value;');
// Named ranges begin and end with whole columns: with other columns they show other days.
const range = 'range_from=2025-04-01&range_to=2028-03-31&layout=QUARTERS';
await page.goto(`${server.url}/groups/${thousand.group}/-/roadmap?state=all&${range}`);
await page.locator('[role="row"][data-row="0"]').waitFor();
let asked = 0;
// A build sends the hash of a document.
const hashes = ['roadmapGroupEpicsWithColor', 'roadmapLanes', 'epicChildEpics', 'groupMilestonesEE'].map(persistedHash);
page.on('request', (request) => {
  const body = request.postData() ?? '';
  asked += Number(hashes.some((hash) => body.includes(hash)));
});
await page.getByRole('button', { name: 'Settings' }).click();
await page.getByRole('dialog', { name: 'Roadmap settings' }).waitFor();

const rows: string[][] = [];
const changes: { name: string; times: readonly number[]; asked: number }[] = [];
for (const { name, menu, there, back } of choices) {
  // Loads what the choices need.
  for (const each of [there, back]) {
    await choose(menu, each);
    await page.waitForTimeout(500);
  }
  const before = asked;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) for (const each of [there, back]) times.push(await choose(menu, each));
  changes.push({ name, times, asked: asked - before });
  rows.push([name, figure(percentile(times, 0.5)), figure(percentile(times, 0.95)), String(asked - before)]);
}
const frames: number[] = [];
for (let round = 0; round < ROUNDS; round++) frames.push(await page.evaluate(twoFrames));
rows.push(['two frames without a change', figure(percentile(frames, 0.5)), figure(percentile(frames, 0.95)), '0']);
await browser.close();
await server.stop();
printTable(
  'Other looks of a roadmap whose rows are loaded',
  ['change', 'median ms', 'p95 ms', 'requests of rows'],
  rows,
);

for (const { name, times, asked: requests } of changes) {
  holdTarget('RX-LM-07', `${name}, ms (median)`, percentile(times, 0.5), 100);
  // Another grouping may load other rows.
  if (!name.startsWith('group')) holdTarget('RX-LM-07', `${name}, requests of what is loaded`, requests, 0);
}

/** Milliseconds from the click on a choice to the frame after the one in which it was drawn. */
async function choose(menu: string | null, { item, isDone }: Press): Promise<number> {
  if (menu === null)
    return page.evaluate(repaintOf, { press: `document.querySelector('[data-value=${item}]')`, isDone });
  await page.getByRole('button', { name: new RegExp(`^${menu}: `) }).click();
  const entry = page.getByRole('menuitemradio', { name: item, exact: true }).first();
  await entry.waitFor();
  const press = `[...document.querySelectorAll('[role=menuitemradio]')].find((each) => each.textContent.trim() === '${item}')`;
  return page.evaluate(repaintOf, { press, isDone });
}

function twoFrames(): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began))),
  );
}
