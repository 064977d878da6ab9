import type { Page } from '@playwright/test';

/** Height of a row in pixels, labels hidden. */
const rowHeight = 48;
const patience = 300_000;

/** Scrolls to the end of the list again and again until so many rows are loaded, or no more come. Gives how many there are. */
export async function scrollToEnd(page: Page, wanted: number): Promise<number> {
  return page.evaluate(
    async ({ wanted, rowHeight, patience }) => {
      let element: Element | null = document.querySelector('[role="treegrid"]');
      while (
        element &&
        !(element.scrollHeight > element.clientHeight + 10 && /auto|scroll/.test(getComputedStyle(element).overflowY))
      ) {
        element = element.parentElement;
      }
      const list = element ?? document.documentElement;
      const began = performance.now();
      for (;;) {
        const rows = Math.floor(list.scrollHeight / rowHeight);
        const isWhole = Number(document.querySelector('[role="treegrid"]')?.getAttribute('aria-rowcount')) > 0;
        if (rows >= wanted || isWhole || performance.now() - began > patience) return rows;
        list.scrollTop = list.scrollHeight;
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
    { wanted, rowHeight, patience },
  );
}
