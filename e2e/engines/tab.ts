import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { EnginePage } from './engine.ts';
import { isPrepared, pageErrors, pointIn, prepare, read, valueOf, type Query } from './in-page.ts';

const finder = import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');
const finderSource = readFileSync(fileURLToPath(finder), 'utf8');

/** The WebDriver code points of keys that produce no character. */
const namedKeys: Readonly<Record<string, string>> = {
  Alt: '\uE00A',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  Backspace: '\uE003',
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
};

export interface Point {
  x: number;
  y: number;
}

/** The actions and queries of a user on a page, for any engine. */
export class Tab {
  readonly #page: EnginePage;
  readonly #baseUrl: string;

  constructor(page: EnginePage, baseUrl: string) {
    this.#page = page;
    this.#baseUrl = baseUrl;
  }

  async goto(path: string): Promise<void> {
    await this.#page.navigate(new URL(path, this.#baseUrl).href);
  }

  /** Runs a function in the page. It sees only its arguments; arguments and result are JSON. */
  async evaluate<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return (await this.#page.evaluate(work.toString(), args)) as Result;
  }

  address(): Promise<URL> {
    return this.evaluate(() => location.href).then((href) => new URL(href));
  }

  async errors(): Promise<string[]> {
    return (await this.evaluate(isPrepared)) ? this.evaluate(pageErrors) : [];
  }

  screenshot(): Promise<Buffer> {
    return this.#page.screenshot();
  }

  /** The texts of all elements that match a query. */
  async texts(query: Query): Promise<(string | null)[]> {
    return this.#ask(read, query, null);
  }

  async attributes(query: Query, attribute: string): Promise<(string | null)[]> {
    return this.#ask(read, query, attribute);
  }

  async value(query: Query): Promise<string | undefined> {
    return this.#ask(valueOf, query);
  }

  /** Waits until at least one element matches a query. */
  async see(query: Query): Promise<void> {
    await expect.poll(() => this.texts(query), { message: JSON.stringify(query) }).not.toEqual([]);
  }

  /** Waits until no element matches a query. */
  async seeNo(query: Query): Promise<void> {
    await expect.poll(() => this.texts(query), { message: JSON.stringify(query) }).toEqual([]);
  }

  /** Waits until a pointer can reach an element, at a point given by fractions of its width and height. */
  async point(query: Query, acrossShare = 0.5, downShare = 0.5): Promise<Point> {
    let point: [number, number] | string = '';
    await expect
      .poll(
        async () => {
          point = await this.#ask(pointIn, query, acrossShare, downShare);
          return typeof point === 'string' ? point : 'ready';
        },
        { message: JSON.stringify(query) },
      )
      .toBe('ready');
    return { x: Number(point[0]), y: Number(point[1]) };
  }

  async moveTo(...points: readonly Point[]): Promise<void> {
    await this.#pointer(points.map((point) => ({ type: 'pointerMove', ...point, duration: 20, origin: 'viewport' })));
  }

  async press(): Promise<void> {
    await this.#pointer([{ type: 'pointerDown', button: 0 }]);
  }

  async release(): Promise<void> {
    await this.#pointer([{ type: 'pointerUp', button: 0 }]);
  }

  async click(query: Query): Promise<void> {
    await this.moveTo(await this.point(query));
    await this.#pointer([
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  }

  /** Types text into the focused element. */
  async type(text: string): Promise<void> {
    await this.#keys(Array.from(text).flatMap((value) => [down(value), up(value)]));
  }

  /** Presses a key, or a combination: `Control+Enter`. */
  async key(combination: string): Promise<void> {
    const values = combination.split('+').map((name) => namedKeys[name] ?? name);
    await this.#keys([...values.map(down), ...values.toReversed().map(up)]);
  }

  /** Replaces the content of a text field. */
  async typeInto(query: Query, text: string): Promise<void> {
    await expect(async () => {
      await this.click(query);
      await this.key('Control+a');
      await this.type(text);
      // A window that has just been opened may lose keys, also to the field that had the focus before.
      await expect.poll(() => this.value(query), { timeout: 5_000 }).toBe(text);
    }).toPass();
  }

  /** Runs the query, and once more if the page navigated to another document meanwhile. */
  async #ask<Args extends readonly unknown[], Result>(
    question: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    try {
      await this.#prepare();
      return await this.evaluate(question, ...args);
    } catch {
      await this.#prepare();
      return this.evaluate(question, ...args);
    }
  }

  async #prepare(): Promise<void> {
    if (await this.evaluate(isPrepared)) return;
    await this.#page.evaluate(`function () { ${finderSource} }`, []);
    await this.evaluate(prepare);
  }

  async #pointer(actions: readonly object[]): Promise<void> {
    await this.#page.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  async #keys(actions: readonly object[]): Promise<void> {
    await this.#page.perform([{ type: 'key', id: 'keyboard', actions }]);
  }
}

const down = (value: string) => ({ type: 'keyDown', value });
const up = (value: string) => ({ type: 'keyUp', value });
