import type { ElementHandle, Page } from '@playwright/test';

/** Height of a row in pixels, with labels hidden. */
const rowHeight = 48;
const LOAD_TIMEOUT_MS = 300_000;

/** The nearest scrolling ancestor of the rows. */
export async function scrollerOfRows(page: Page): Promise<ElementHandle<Element>> {
  return page.evaluateHandle(() => {
    let element = document.querySelector('[role="treegrid"]');
    while (
      element &&
      !(element.scrollHeight > element.clientHeight + 10 && /auto|scroll/.test(getComputedStyle(element).overflowY))
    ) {
      element = element.parentElement;
    }
    return element ?? document.documentElement;
  });
}

/** Scrolls to the end of the list until this many rows are loaded, or no more arrive. Returns the number of rows. */
export async function scrollToEnd(page: Page, wanted: number): Promise<number> {
  const list = await scrollerOfRows(page);
  return list.evaluate(
    async (list, { wanted, rowHeight, timeoutMs }) => {
      const began = performance.now();
      for (;;) {
        const rows = Math.floor(list.scrollHeight / rowHeight);
        const isWhole = Number(document.querySelector('[role="treegrid"]')?.getAttribute('aria-rowcount')) > 0;
        if (rows >= wanted || isWhole || performance.now() - began > timeoutMs) return rows;
        list.scrollTop = list.scrollHeight;
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
    { wanted, rowHeight, timeoutMs: LOAD_TIMEOUT_MS },
  );
}

export interface Press {
  /** Selects the element to click. */
  press: string;
  isDone: string;
}

/** Milliseconds from a click to the frame after the one in which the change was drawn. Runs in the page. */
export function repaintOf({ press, isDone }: Press): Promise<number> {
  return new Promise((resolve, reject) => {
    // oxlint-disable-next-line no-eval
    const evaluate = (text: string): unknown => (0, eval)(text);
    const target = evaluate(press) as HTMLElement | undefined;
    if (!target) return reject(new Error(`nothing to press: ${press}`));
    const began = performance.now();
    target.click();
    const look = (): void => {
      if (evaluate(isDone)) requestAnimationFrame(() => resolve(performance.now() - began));
      else if (performance.now() - began > 5000) reject(new Error(`never came: ${isDone}`));
      else requestAnimationFrame(look);
    };
    look();
  });
}
