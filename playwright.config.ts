import { defineConfig } from '@playwright/test';
import { findTestBrowser, flagsForTests } from './scripts/lib/browser.mjs';
import { engineNames, findEngine } from './scripts/lib/engines.mjs';
import { keepTemporaryFilesInMemory } from './scripts/lib/temporary.mjs';

keepTemporaryFilesInMemory();

const executablePath = (await findTestBrowser()) ?? undefined;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/journeys',
  globalSetup: './e2e/setup/server.ts',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  // Where a machine is shared, a moment of standstill proves nothing. What holds only the second time is printed as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 240_000,
  // What fails this often fails everywhere; waiting for each would hide the report for hours.
  maxFailures: process.env['CI'] === undefined ? 0 : 30,
  // Two browsers on two cores may keep each other waiting.
  expect: { timeout: 30_000 },
  use: {
    // Known once the global setup has started the server; workers read this file again after that.
    baseURL: process.env['MILEPOST_E2E_URL'],
    launchOptions: { executablePath, args: flagsForTests },
    screenshot: 'only-on-failure',
    // Recording every step of every journey costs as much as the journey: only what failed is recorded, when it is tried again.
    trace: 'on-first-retry',
    timezoneId: 'UTC',
    locale: 'en-US',
  },
  projects: [
    // First, because each runs one after another: at the end it would keep only one worker busy.
    // The main journeys in the engines that are installed; `npm run test:browsers` runs these alone.
    ...engineNames
      .filter((name) => findEngine(name))
      .map((name) => ({ name, testMatch: 'engines/**/*.spec.ts', fullyParallel: false })),
    { name: 'chromium', testIgnore: ['engines/**', 'clients/**'] },
    // Published clients of the API; they need no browser.
    { name: 'clients', testMatch: 'clients/**/*.spec.ts' },
  ],
});
