import { chromium, type Browser } from '@playwright/test';
import { findBrowser, flagsForTests } from '../../../scripts/lib/browser.mjs';

/** The browser of the tests, headless. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: (await findBrowser()) ?? undefined, args: flagsForTests });
}
