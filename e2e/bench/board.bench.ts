// The board of a group with 10,000 issues: time until its first cards are on screen, frame times while it scrolls and while a card
// is dragged, and the most cards in the document at once.
import type { Page } from '@playwright/test';
import { adminToken } from './lib/big.ts';
import { launchBrowser } from './lib/browser.ts';
import { figure, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, keptData, serve } from './lib/milepost.ts';

const group = 'board';
const ISSUES = 10_000;
const OPENINGS = 5;
const FRAMES = 300;
const PIXELS_PER_FRAME = 40;

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

const openings: number[] = [];
for (let turn = 0; turn <= OPENINGS; turn += 1) {
  await page.goto('about:blank');
  const start = performance.now();
  await page.goto(`/groups/${group}/-/boards`, { waitUntil: 'commit' });
  await page.locator('[data-card]').first().waitFor();
  // The first one fills the browser's cache.
  if (turn > 0) openings.push(performance.now() - start);
}
await page.waitForTimeout(1_000);
const scrolled = await scroll(page);
const dragged = await drag(page);
await browser.close();
await server.stop();

printTable(
  `A board of ${ISSUES.toLocaleString('en')} cards`,
  ['what', 'p50 ms', 'p95 ms', 'most ms'],
  [
    ['opening, to the first cards', ...three(openings)],
    ['a frame while scrolling', ...three(scrolled.frames)],
    ['a frame while dragging', ...three(dragged)],
  ],
);
console.log(`At most ${scrolled.cards} cards in the document.`);

function three(samples: readonly number[]): string[] {
  return [percentile(samples, 0.5), percentile(samples, 0.95), Math.max(...samples)].map(figure);
}

async function scroll(on: Page): Promise<{ frames: number[]; cards: number }> {
  return on.evaluate(
    async ([count, step]) => {
      const board = document.querySelector('[role=region][aria-label=Board]');
      if (!board) throw new Error('There is no board');
      const frames: number[] = [];
      let cards = 0;
      let last = performance.now();
      for (let turn = 0; turn < count; turn += 1) {
        board.scrollTop += step;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
        cards = Math.max(cards, document.querySelectorAll('[data-card]').length);
      }
      board.scrollTop = 0;
      return { frames, cards };
    },
    [FRAMES, PIXELS_PER_FRAME] as const,
  );
}

async function drag(on: Page): Promise<number[]> {
  const card = on.locator('[data-card]').nth(1);
  const box = await card.boundingBox();
  if (!box) throw new Error('There is no card on screen');
  const measured = on.evaluate(async () => {
    const frames: number[] = [];
    let last = performance.now();
    while (!document.body.dataset['measured']) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
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
