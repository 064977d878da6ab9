import type { Locator, Page } from '@playwright/test';

/** Waits until what fades or slides in has done so. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map((each) => each.finished));
  });
}

/** Waits for so many frames of the page: what happens frame by frame has had its chance then. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

/** Waits until something that scrolls stands where it stood for a while of frames. */
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
