// The roadmap in a real browser: time to the first bars, and scrolling smoothness with 1,000 and 10,000 rows.
// Compares the first bars of the opening view with those of the page without a view, in alternating runs, and with those of an earlier
// version's page, if MILEPOST_BENCH_BEFORE is the address of a server of that version with the same groups.
import type { Browser, BrowserContext } from '@playwright/test';
import { bigGroup, ensureBigGroup } from './lib/big.ts';
import { launchBrowser, ownPreferences, untilUnchanged } from './lib/browser.ts';
import { figure, holdTarget, percentile, printTable } from './lib/figures.ts';
import { kubernetesArchives } from '../../packages/server/src/testing/kubernetes.ts';
import { ensureGroup, keptData, milepost, serve } from './lib/milepost.ts';
import { scrollToEnd, scrollerOfRows } from './lib/roadmap-page.ts';

/** A fifth of the generated epics are top-level: a thousand rows. */
const thousand = { group: 'thousand', epics: 5_000, issues: 20_000 } as const;

/** Milliseconds from navigation until bars are painted: any clickable bar, and the application's own bars. */
interface Bars {
  first: number;
  own: number;
}

/** A visitor's first and second visit. */
interface Visits {
  cold: Bars;
  warm: Bars;
}

interface Scroll {
  rows: number;
  frames: number[];
  nodes: number;
}

await ensureBigGroup();
await ensureGroup(keptData, thousand.group, thousand.epics, thousand.issues);
// Updates what an earlier run imported.
await milepost(keptData, 'import', kubernetesArchives.group, kubernetesArchives.project);
const server = await serve(keptData);
const browser = await launchBrowser();

/** With nine, ratios of two runs of one version differed by 0.1 to 0.3. */
const VISITS = 21;

const plain = 'state=all&timeframe_range_type=THREE_YEARS';
const before = process.env['MILEPOST_BENCH_BEFORE'];
/** The overview of a thousand epics has no lanes, that of Kubernetes has. */
const compared = [
  { group: thousand.group, name: '1,000 epics' },
  { group: 'kubernetes', name: 'Kubernetes, in lanes' },
].map((group) => ({ ...group, plain: [] as Visits[], overview: [] as Visits[], before: [] as Visits[] }));
for (let run = 0; run < VISITS; run++) {
  for (const visits of compared) {
    visits.plain.push(await firstBars(browser, address(visits.group, plain)));
    visits.overview.push(await firstBars(browser, address(visits.group, 'view=overview')));
    if (before !== undefined) visits.before.push(await firstBars(browser, address(visits.group, plain, before)));
  }
}
printTable(
  'First bars from navigation, of the plain page and of the opening view',
  ['group and visit', 'plain: median ms', 'worst ms', 'overview: median ms', 'worst ms', 'overview to plain'],
  compared.flatMap(({ name, plain, overview }) => [
    barsRow(`${name}: first, nothing cached`, plain, overview, ({ cold }) => cold.first),
    barsRow(`${name}: first, the application’s own bars`, plain, overview, ({ cold }) => cold.own),
    barsRow(`${name}: again, files cached`, plain, overview, ({ warm }) => warm.first),
    barsRow(`${name}: again, the application’s own bars`, plain, overview, ({ warm }) => warm.own),
  ]),
);

if (before !== undefined) {
  printTable(
    'First bars from navigation, of the page of the earlier version and of the opening view',
    ['group and visit', 'before: median ms', 'worst ms', 'overview: median ms', 'worst ms', 'overview to before'],
    compared.flatMap(({ name, before, overview }) => [
      barsRow(`${name}: first, nothing cached`, before, overview, ({ cold }) => cold.first),
      barsRow(`${name}: again, files cached`, before, overview, ({ warm }) => warm.first),
    ]),
  );
}

const scrolls = [await scroll(browser, thousand.group, 900), await scroll(browser, bigGroup, 10_000)];
printTable(
  'Scrolling the roadmap',
  ['rows', 'median frame ms', 'p95 frame ms', 'p99 frame ms', 'DOM nodes'],
  scrolls.map(({ rows, frames, nodes }) => [
    rows.toLocaleString('en'),
    figure(percentile(frames, 0.5)),
    figure(percentile(frames, 0.95)),
    figure(percentile(frames, 0.99)),
    nodes.toLocaleString('en'),
  ]),
);
await browser.close();
await server.stop();
for (const { name, plain, overview, before } of compared) {
  for (const visit of ['cold', 'warm'] as const) {
    const median = (visits: readonly Visits[]) => medianOf(visits, (each) => each[visit].first);
    const hold = (what: string, visits: readonly Visits[]) =>
      holdTarget(
        'first bars',
        `${name}: opening view to the ${what}, ${visit} (median)`,
        median(overview) / median(visits),
        1.05,
      );
    hold('plain page', plain);
    if (before.length > 0) hold('page of the earlier version', before);
  }
}

function address(group: string, query = plain, url = server.url): string {
  return `${url}/groups/${group}/-/roadmap?${query}`;
}

/** A visitor with an empty cache. tsx wraps functions in a helper, which has to exist in the page too. */
async function visit(within: Browser): Promise<BrowserContext> {
  const context = await within.newContext({ viewport: { width: 1440, height: 900 }, ...ownPreferences });
  await context.addInitScript('globalThis.__name = (value) => value;');
  return context;
}

type Time = (visits: Visits) => number;

function medianOf(visits: readonly Visits[], time: Time): number {
  return percentile(visits.map(time), 0.5);
}

function barsRow(name: string, one: readonly Visits[], other: readonly Visits[], time: Time): string[] {
  const cells = (visits: readonly Visits[]) => [figure(medianOf(visits, time)), figure(Math.max(...visits.map(time)))];
  return [name, ...cells(one), ...cells(other), figure(medianOf(other, time) / medianOf(one, time))];
}

/**
 * Checks every frame, from the first one on, for a bar, or the hatch of an overdue one, that is topmost in its row: the details column or
 * the edge of the view may cover a part of it. The time is taken after that frame was painted. The page reports by itself when it
 * has both: polling would keep it busy.
 */
function watchBars(): void {
  const times: Partial<Bars> = {};
  const isThere = (rowSelector: string, barSelector: string): boolean => {
    for (const row of document.querySelectorAll(rowSelector)) {
      const details = row.firstElementChild;
      for (const bar of row.querySelectorAll(barSelector)) {
        const { left, right, top, height } = bar.getBoundingClientRect();
        const isTopmostAt = (x: number): boolean => {
          const hit = document.elementFromPoint(x, top + height / 2);
          return hit !== null && row.contains(hit) && !details?.contains(hit);
        };
        if ([(left + right) / 2, left + 2, right - 2].some(isTopmostAt)) return true;
      }
    }
    return false;
  };
  const take = (which: keyof Bars): void => {
    if (times[which] !== undefined) return;
    times[which] = Infinity;
    setTimeout(() => {
      times[which] = performance.now();
      if (which === 'own') console.log(`bars ${JSON.stringify(times)}`);
    });
  };
  const look = (): void => {
    const isOwn = isThere('[data-row]', '[role="gridcell"] > :is(a, i)');
    // Version 3bd325cb named its first paint `data-first-picture`.
    const firstPaint = ':is([data-first-paint], [data-first-picture]) [role="listitem"]';
    if (isOwn || isThere(firstPaint, 'a[aria-hidden], a[aria-hidden] + i')) take('first');
    if (isOwn) take('own');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function firstBars(within: Browser, url: string): Promise<Visits> {
  const context = await visit(within);
  await context.addInitScript(watchBars);
  const page = await context.newPage();
  const measure = async (): Promise<Bars> => {
    const report = page.waitForEvent('console', (message) => message.text().startsWith('bars '));
    await page.goto(url, { waitUntil: 'commit' });
    const times = JSON.parse((await report).text().slice('bars '.length)) as Bars;
    // Let the browser finish the work of this visit before the next one, which waits for the frames of the page that ends: counts, owners
    // and the minimap come later than the rows.
    await page.locator('[role="treegrid"][aria-busy="false"]').waitFor();
    await page.evaluate(untilUnchanged, 500);
    return times;
  };
  const times = { cold: await measure(), warm: await measure() };
  await context.close();
  return times;
}

/**
 * Loads at least `wanted` rows by repeatedly scrolling to the end, then measures the frame times of a steady scroll over all
 * rows.
 */
async function scroll(within: Browser, group: string, wanted: number): Promise<Scroll> {
  const context = await visit(within);
  const page = await context.newPage();
  await page.goto(address(group));
  await page.locator('[role="gridcell"] a').first().waitFor();
  const rows = await scrollToEnd(page, wanted);
  const list = await scrollerOfRows(page);
  const { frames, nodes } = await list.evaluate(async (list) => {
    list.scrollTop = 0;
    const frames: number[] = [];
    let nodes = 0;
    await new Promise<void>((resolve) => {
      const seconds = 8;
      const step = Math.min((list.scrollHeight - list.clientHeight) / (seconds * 60), 400);
      const began = performance.now();
      let last = began;
      const frame = (now: number) => {
        frames.push(now - last);
        last = now;
        list.scrollTop += step;
        if (frames.length % 30 === 0) nodes = Math.max(nodes, document.querySelectorAll('*').length);
        if (now - began < seconds * 1000) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
    return { frames: frames.slice(2), nodes };
  });
  await context.close();
  return { rows, frames, nodes };
}
