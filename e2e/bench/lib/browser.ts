import { chromium, type Browser } from '@playwright/test';
import { findBrowser, flagsForTests } from '../../../scripts/lib/browser.mjs';

/** The browser of the tests, headless. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: (await findBrowser()) ?? undefined, args: flagsForTests });
}

/**
 * For contexts whose second visits are measured. Playwright emulates these preferences otherwise, and applies them at each navigation: Chromium
 * then computes all styles of the page that ends, while the new one waits.
 */
export const ownPreferences = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null } as const;

/** Runs in a page: waits until nothing in it has changed for this time, in milliseconds, and then until the browser is idle. */
export async function untilUnchanged(time: number): Promise<void> {
  await document.fonts.ready;
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, time);
    const changes = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, time);
    });
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await new Promise((resolve) => requestIdleCallback(resolve));
}
