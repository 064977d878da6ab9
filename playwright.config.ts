import { defineConfig } from '@playwright/test';
import { findTestBrowser, flagsForJourneys } from './scripts/lib/browser.mjs';
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
  // A shared machine may stall for a moment. A journey that passes only on retry is printed as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 480_000,
  // So many failures have a common cause; running the rest would only delay the report.
  maxFailures: process.env['CI'] === undefined ? 0 : 30,
  // Two browsers on two cores slow each other down.
  expect: { timeout: 60_000 },
  use: {
    // Set by the global setup once the server runs; workers evaluate this file after that.
    baseURL: process.env['MILEPOST_E2E_URL'],
    launchOptions: { executablePath, args: flagsForJourneys },
    screenshot: 'only-on-failure',
    // A trace costs as much as the journey itself: only retries record one.
    trace: 'on-first-retry',
    timezoneId: 'UTC',
    locale: 'en-US',
  },
  projects: [
    // First, because the journeys of one engine run one after another: at the end they would leave a worker idle.
    // The main journeys in the engines that are installed; `npm run test:browsers` runs these alone.
    ...engineNames
      .filter((name) => findEngine(name))
      .map((name) => ({ name, testMatch: 'engines/**/*.spec.ts', fullyParallel: false })),
    { name: 'chromium', testIgnore: ['engines/**', 'clients/**'] },
    // Published clients of the API; they need no browser.
    { name: 'clients', testMatch: 'clients/**/*.spec.ts' },
  ],
});
