// Repainting loaded data: how soon another layout, setting or range is painted, and what many rows cost.
import type { CDPSession, Page } from '@playwright/test';
import { bigGroup, ensureBigGroup } from './lib/big.ts';
import { launchBrowser } from './lib/browser.ts';
import { figure, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, keptData, serve } from './lib/milepost.ts';
import { repaintOf, scrollToEnd, type Press } from './lib/roadmap-page.ts';

const thousand = { group: 'thousand', epics: 5_000, issues: 20_000 } as const;
const ROUNDS = 9;

/** A change and its reversal. Each is a click, and a condition, evaluated in the page, that holds once the change is drawn. */
interface Change {
  name: string;
  there: Press;
  back: Press;
}
const named = (role: string, name: string): string =>
  `[...document.querySelectorAll('[role=${role}]')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === '${name}')`;
const custom = (property: string): string =>
  `document.querySelector('section[style*="${property}"]').style.getPropertyValue('${property}')`;
const drawnIn = (layout: string): string => `!!document.querySelector('[data-preset=${layout}]')`;
const zoomTo = (value: string): string => `document.querySelector('[aria-label=Zoom] [data-value=${value}]')`;
const option = (value: string): string => `document.querySelector('[role=option][data-value=${value}]')`;

const changes: readonly Change[] = [
  {
    name: 'layout: quarters and months',
    there: {
      press: zoomTo('MONTHS'),
      isDone: drawnIn('MONTHS'),
    },
    back: {
      press: zoomTo('QUARTERS'),
      isDone: drawnIn('QUARTERS'),
    },
  },
  {
    name: 'labels shown and hidden',
    there: { press: named('switch', 'Show labels'), isDone: `${custom('--row')} === '72px'` },
    back: { press: named('switch', 'Show labels'), isDone: `${custom('--row')} === '48px'` },
  },
  {
    name: 'progress hidden and shown',
    there: {
      press: named('switch', 'Display progress of child issues'),
      isDone: "!document.querySelector('[data-progress]')",
    },
    back: {
      press: named('switch', 'Display progress of child issues'),
      isDone: "!!document.querySelector('[data-progress]')",
    },
  },
  {
    name: 'milestones hidden and shown',
    there: {
      press: named('switch', 'Display milestones'),
      isDone: '!document.querySelector(\'[aria-label$=" milestones"]\')',
    },
    back: {
      press: named('switch', 'Display milestones'),
      isDone: '!!document.querySelector(\'[aria-label$=" milestones"]\')',
    },
  },
  {
    name: 'range: this year and three years',
    there: { press: option('CURRENT_YEAR'), isDone: drawnIn('MONTHS') },
    back: { press: option('THREE_YEARS'), isDone: drawnIn('QUARTERS') },
  },
];

await ensureBigGroup();
await ensureGroup(keptData, thousand.group, thousand.epics, thousand.issues);
const server = await serve(keptData);
const browser = await launchBrowser();

await repaints(await open(thousand.group));
await memory(await open(bigGroup));
await browser.close();
await server.stop();

async function open(group: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  await page.addInitScript('globalThis.__name = (value) => value;');
  await page.goto(`${server.url}/groups/${group}/-/roadmap?state=all&timeframe_range_type=THREE_YEARS`);
  await page.locator('[role="treegrid"][aria-busy="false"]').waitFor();
  return page;
}

/** Each change several times, with all thousand rows loaded. */
async function repaints(page: Page): Promise<void> {
  await scrollToEnd(page, 900);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/graphql') && /"endCursor":/.test(request.postData() ?? '')) asked += 1;
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Roadmap settings' }).waitFor();
  const rows: string[][] = [];
  for (const { name, there, back } of changes) {
    const times: number[] = [];
    const before = asked;
    for (let round = 0; round < ROUNDS; round++) {
      for (const each of [there, back]) {
        if (each.press.includes('role=option')) await page.getByRole('button', { name: /^Date range/ }).click();
        times.push(await page.evaluate(repaintOf, each));
        await page.waitForTimeout(100);
      }
    }
    rows.push([name, figure(percentile(times, 0.5)), figure(percentile(times, 0.95)), String(asked - before)]);
  }
  printTable(
    'Repaints of the roadmap with 1,000 rows loaded',
    ['change', 'median ms', 'p95 ms', 'server requests'],
    rows,
  );
  await page.close();
}

/** What the page holds in memory as more rows are loaded by scrolling. */
async function memory(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const rows: string[][] = [];
  let before = { rows: 0, bytes: 0 };
  for (const wanted of [1_000, 5_000, 10_000, 20_000]) {
    const began = performance.now();
    const loaded = await scrollToEnd(page, wanted);
    const seconds = (performance.now() - began) / 1000;
    const bytes = await heapOf(devtools);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    const perRow = (bytes - before.bytes) / Math.max(1, loaded - before.rows) / 1024;
    rows.push([
      loaded.toLocaleString('en'),
      figure(seconds),
      figure(bytes / 1024 / 1024),
      before.rows === 0 ? '–' : figure(perRow),
      nodes.toLocaleString('en'),
    ]);
    before = { rows: loaded, bytes };
  }
  printTable(
    'Paging on through a group of 100,000 epics',
    ['rows loaded', 'seconds', 'heap MB', 'kB per additional row', 'DOM nodes'],
    rows,
  );
  await page.close();
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
