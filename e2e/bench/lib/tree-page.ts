import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ownPreferences } from './browser.ts';

const viewport = { width: 1440, height: 900 };
/** Frames of a scroll, and pixels per frame. */
const FRAMES = 900;
const STEP = 60;

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The page of an epic, as seen by a user with full permissions. */
export class TreePage {
  readonly #browser: Browser;
  readonly #address: string;
  readonly #signedIn: SignedIn;
  #page: Page | null = null;
  #maxRows = 0;

  private constructor(browser: Browser, address: string, signedIn: SignedIn) {
    this.#browser = browser;
    this.#address = address;
    this.#signedIn = signedIn;
  }

  /** Signs in as the administrator that the benchmarks create. */
  static async signIn(browser: Browser, url: string, path: string): Promise<TreePage> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/users/sign_in`);
    await page.getByLabel('Username or email').fill('bench');
    await page.getByLabel('Password').fill('a password for measuring');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${url}/`);
    const state = await context.storageState();
    await context.close();
    return new TreePage(browser, url + path, state);
  }

  /** Milliseconds from navigation to the frame with the first rows, for each visit. */
  async visits(count: number, { isCached }: { isCached: boolean }): Promise<number[]> {
    const times: number[] = [];
    if (isCached) await this.#firstRows(await this.#open());
    for (let visit = 0; visit < count; visit += 1) {
      times.push(await this.#firstRows(isCached && this.#page ? this.#page : await this.#open()));
    }
    return times;
  }

  /** Milliseconds from a click on a row that was never expanded to the frame with its children; each row is collapsed again. */
  async openRows(count: number): Promise<number[]> {
    const page = this.#page ?? (await this.#open());
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      times.push(await page.evaluate(openRow, at % 8));
      // Scroll past the rows that were expanded: the children of the following ones are not loaded yet.
      if (at % 8 === 7) await page.evaluate(() => window.scrollBy(0, 900));
      await page.waitForTimeout(100);
    }
    return times;
  }

  /** Milliseconds of each frame while the page scrolls through the tree and loads its next pages. */
  async scroll(): Promise<number[]> {
    const page = this.#page ?? (await this.#open());
    const { times, rows } = await page.evaluate(scrollBy, { frames: FRAMES, step: STEP });
    this.#maxRows = rows;
    return times;
  }

  maxRows(): number {
    return this.#maxRows;
  }

  async #open(): Promise<Page> {
    await this.#page?.context().close();
    const context = await this.#browser.newContext({ viewport, storageState: this.#signedIn, ...ownPreferences });
    // tsx wraps functions in a helper, which has to exist in the page too.
    await context.addInitScript('globalThis.__name = (value) => value;');
    this.#page = await context.newPage();
    return this.#page;
  }

  async #firstRows(page: Page): Promise<number> {
    await page.goto(this.#address, { waitUntil: 'commit' });
    const time = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelector('[role=treeitem]')) resolve(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    await page.waitForTimeout(300);
    return time;
  }
}

function openRow(at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[role=treeitem][aria-level="1"][aria-expanded="false"]')];
    const row = rows.filter((each) => each.getBoundingClientRect().top > 0)[at];
    const button = row?.querySelector<HTMLElement>('button');
    if (!row || !button) return reject(new Error('There is no row to open'));
    const began = performance.now();
    button.click();
    const look = (): void => {
      if (row.nextElementSibling?.getAttribute('aria-level') !== '2') return void requestAnimationFrame(look);
      resolve(performance.now() - began);
      button.click();
    };
    look();
  });
}

function scrollBy({ frames, step }: { frames: number; step: number }): Promise<{ times: number[]; rows: number }> {
  return new Promise((resolve) => {
    const times: number[] = [];
    let rows = 0;
    let last = performance.now();
    // Use the frame's own timestamp: when the callback runs says nothing about what is on screen.
    const frame = (now: number): void => {
      times.push(now - last);
      last = now;
      window.scrollBy(0, step);
      if (times.length % 30 === 0) rows = Math.max(rows, document.querySelectorAll('[role=treeitem]').length);
      if (times.length < frames) requestAnimationFrame(frame);
      else resolve({ times: times.slice(2), rows });
    };
    requestAnimationFrame(frame);
  });
}
