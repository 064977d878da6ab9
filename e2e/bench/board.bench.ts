// TM-BD-18: the board of a group with 10,000 issues: time until its first cards are on screen, frames while it scrolls and while a
// card is dragged, and the most cards in the document at once. Before each scroll an empty scroller moves the same way: its frames
// are those of the machine.
import type { Page } from '@playwright/test';
import { adminToken } from './lib/big.ts';
import { launchBrowser } from './lib/browser.ts';
import { figure, holdTarget, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, keptData, serve } from './lib/milepost.ts';

const group = 'board';
const ISSUES = 10_000;
const OPENINGS = 5;
const SCROLLS = 3;
const FRAMES = 300;
const PIXELS_PER_FRAME = 40;
const emptyScroller = `<div role="region" aria-label="Board" style="height: 800px; overflow: auto">
  <div style="height: 200000px; background: repeating-linear-gradient(#fff 0 60px, #ddd 60px 70px)"></div></div>`;

interface Scrolled {
  frames: number[];
  cards: number;
  /** Milliseconds of the main thread per frame. */
  work: number;
}

await ensureGroup(keptData, group, 50, ISSUES);
const token = await adminToken();
const server = await serve(keptData);
const browser = await launchBrowser();
const context = await browser.newContext({
  baseURL: server.url,
  viewport: { width: 1440, height: 900 },
  extraHTTPHeaders: { 'private-token': token },
});
const page = await context.newPage();
const session = await context.newCDPSession(page);
await session.send('Performance.enable');

const openings: number[] = [];
for (let turn = 0; turn <= OPENINGS; turn += 1) {
  await page.goto('about:blank');
  const start = performance.now();
  await page.goto(`/groups/${group}/-/boards`, { waitUntil: 'commit' });
  await page.locator('[data-card]').first().waitFor();
  // The first one fills the browser's cache.
  if (turn > 0) openings.push(performance.now() - start);
}
const [empty, scrolled]: [Scrolled[], Scrolled[]] = [[], []];
for (let turn = 0; turn < SCROLLS; turn += 1) {
  await page.goto('about:blank');
  await page.setContent(emptyScroller);
  empty.push(await scroll(page));
  await page.goto(`/groups/${group}/-/boards`);
  await page.locator('[data-card]').first().waitFor();
  await page.waitForTimeout(1_000);
  scrolled.push(await scroll(page));
}
const dragged = await drag(page);
await browser.close();
await server.stop();

const framesOf = (all: readonly Scrolled[]): number[] => all.flatMap(({ frames }) => frames);
const cards = Math.max(...scrolled.map((each) => each.cards));
printTable(
  `A board of ${ISSUES.toLocaleString('en')} cards`,
  ['what', 'p50 ms', 'p95 ms', 'most ms', 'main thread ms a frame'],
  [
    ['opening, to the first cards', ...three(openings), ''],
    ['a frame while an empty scroller scrolls', ...three(framesOf(empty)), busy(empty)],
    ['a frame while scrolling', ...three(framesOf(scrolled)), busy(scrolled)],
    ['a frame while dragging', ...three(dragged), ''],
  ],
);
console.log(`At most ${cards} cards in the document.`);
holdTarget('TM-BD-18', 'opening ms (p95)', percentile(openings, 0.95), 1_000);
holdTarget('TM-BD-18', 'frames while scrolling ms (p95)', percentile(framesOf(scrolled), 0.95), 17);
holdTarget('TM-BD-18', 'frames while dragging ms (p95)', percentile(dragged, 0.95), 17);
holdTarget('TM-BD-18', 'cards in the document', cards, 399);

function three(samples: readonly number[]): string[] {
  return [percentile(samples, 0.5), percentile(samples, 0.95), Math.max(...samples)].map(figure);
}

function busy(all: readonly Scrolled[]): string {
  return figure(
    percentile(
      all.map(({ work }) => work),
      0.5,
    ),
  );
}

async function scroll(on: Page): Promise<Scrolled> {
  const workBefore = await mainThread();
  const found = await on.evaluate(
    async ([count, step]) => {
      const board = document.querySelector('[role=region][aria-label=Board]');
      if (!board) throw new Error('There is no board');
      const frames: number[] = [];
      let cards = 0;
      // The time of a frame is that of its beginning: a frame is missed where the next one begins late.
      let last = await new Promise<number>(requestAnimationFrame);
      for (let turn = 0; turn < count; turn += 1) {
        board.scrollTop += step;
        const now = await new Promise<number>(requestAnimationFrame);
        frames.push(now - last);
        last = now;
        cards = Math.max(cards, document.querySelectorAll('[data-card]').length);
      }
      return { frames, cards };
    },
    [FRAMES, PIXELS_PER_FRAME] as const,
  );
  return { ...found, work: ((await mainThread()) - workBefore) / FRAMES };
}

/** Milliseconds that the main thread of the page has worked. */
async function mainThread(): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

async function drag(on: Page): Promise<number[]> {
  await on.evaluate(() => document.querySelector('[role=region][aria-label=Board]')?.scrollTo({ top: 0 }));
  await on.waitForTimeout(500);
  const card = on.locator('[data-card]').nth(1);
  const box = await card.boundingBox();
  if (!box) throw new Error('There is no card on screen');
  const measured = on.evaluate(async () => {
    const frames: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    while (!document.body.dataset['measured']) {
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames.slice(5);
  });
  await on.mouse.move(box.x + 30, box.y + 10);
  await on.mouse.down();
  for (let turn = 0; turn < FRAMES; turn += 1) {
    await on.mouse.move(box.x + 30 + ((turn * 6) % 900), box.y + 10 + ((turn * 10) % 500));
  }
  await on.evaluate(() => void (document.body.dataset['measured'] = 'yes'));
  await on.keyboard.press('Escape');
  await on.mouse.up();
  return measured;
}
