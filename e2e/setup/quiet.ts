import type { Locator, Page } from '@playwright/test';

/** Waits until animations and transitions have ended. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map((each) => each.finished));
  });
}

/** Waits for this many frames of the page, so that per-frame work has run. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

/** Waits until a scrolling element has not moved for several frames. */
export async function untilScrolled(scroller: Locator): Promise<void> {
  await scroller.evaluate(async (element) => {
    let still = 0;
    let last = element.scrollLeft;
    while (still < 20) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = element.scrollLeft === last ? still + 1 : 0;
      last = element.scrollLeft;
    }
  });
}

/**
 * Timers of this length that the page starts from here on do not fire until the returned function is called, so that a slow
 * test is not affected by them.
 */
export async function holdTimers(page: Page, milliseconds: number): Promise<() => Promise<void>> {
  await page.evaluate((held) => {
    const real = window.setTimeout.bind(window);
    const holding = (work: () => void, after?: number): number => (after === held ? 0 : real(work, after));
    Object.assign(window, {
      setTimeout: holding,
      letTimersGo: () => void (window.setTimeout = real as typeof setTimeout),
    });
  }, milliseconds);
  return () => page.evaluate(() => (window as unknown as { letTimersGo(): void }).letTimersGo());
}

/**
 * No timer of this length or longer fires until the returned function starts those that still wait: what the page shows meanwhile, it
 * shows without waiting for so long, however slow the machine is.
 */
export async function holdLongTimers(page: Page, milliseconds: number): Promise<() => Promise<void>> {
  await page.evaluate((least) => {
    const real = {
      setTimeout: window.setTimeout.bind(window) as (work: () => void, after?: number) => number,
      setInterval: window.setInterval.bind(window) as (work: () => void, after?: number) => number,
      clearTimeout: window.clearTimeout.bind(window),
      clearInterval: window.clearInterval.bind(window),
    };
    const held = new Map<number, () => void>();
    let last = 0;
    const holding =
      (start: (work: () => void, after?: number) => number) =>
      (work: () => void, after = 0): number => {
        if (after < least) return start(work, after);
        last -= 1;
        held.set(last, () => void start(work, after));
        return last;
      };
    const clearing =
      (clear: (id?: number) => void) =>
      (id?: number): void => {
        if (!held.delete(id ?? 0)) clear(id);
      };
    Object.assign(window, {
      setTimeout: holding(real.setTimeout),
      setInterval: holding(real.setInterval),
      clearTimeout: clearing(real.clearTimeout),
      clearInterval: clearing(real.clearInterval),
      startHeldTimers: () => {
        Object.assign(window, real);
        for (const start of held.values()) start();
      },
    });
  }, milliseconds);
  return () => page.evaluate(() => (window as unknown as { startHeldTimers(): void }).startHeldTimers());
}

/** Waits in the page itself, so that all timers of up to this length have fired. */
export async function timersOf(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((after) => new Promise<void>((resolve) => setTimeout(resolve, after)), milliseconds);
}
