import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findTestBrowser, flagsForTests } from './scripts/lib/browser.mjs';
import LongestFirst from './scripts/lib/longest-first.mjs';
import { keepTemporaryFilesInMemory } from './scripts/lib/temporary.mjs';

keepTemporaryFilesInMemory();

/** Workspaces are read from their TypeScript sources: nothing has to be built before a test. */
const conditions = ['source'];
const browserConditions = ['source', 'module', 'browser', 'development|production'];
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const pages = { resolve: { conditions: browserConditions }, ssr: { resolve: { conditions } } };
const sources = { resolve: { conditions }, ssr: { resolve: { conditions } } };
/** As Node finds it: the package's other build would be a second GraphQL, and neither accepts what the other made. */
const graphql = fileURLToPath(import.meta.resolve('graphql'));
/** What is drawn a frame after the first is proved by the journeys; here a page is whole at once. */
const paintedAtOnce = here('packages/web/src/testing/painted-at-once.ts');
const chromium = await findTestBrowser();
/** What a busy machine takes long for is not wrong: nothing but what hangs comes to these ends. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };
/** Where machines are shared, what needs a server or a browser is tried twice; what held only then is named (scripts/lib/flaky.mjs). */
const retry = process.env['CI'] === undefined ? 0 : 1;

/** Each component test file loads its modules anew; without this, Chromium asks for every one whether it changed. */
const isWatching = !process.argv.includes('run');

export default defineConfig({
  test: {
    // Two cores are the machine we plan for; more workers would only make each other slow.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    teardownTimeout: 120_000,
    projects: [
      {
        ...sources,
        // Functions alone, of which no test changes anything that another could see: one process for all of them.
        test: { ...timeouts, name: 'core', root: 'packages/core', include: ['src/**/*.test.ts'], isolate: false },
      },
      {
        ...sources,
        resolve: { conditions, alias: [{ find: /^graphql$/, replacement: graphql }] },
        test: {
          ...timeouts,
          retry,
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts'],
          // One graph of modules for all files of a worker: reading it anew for each took longer than the tests.
          isolate: false,
          globalSetup: [here('packages/server/src/testing/postgres.ts')],
        },
      },
      {
        ...pages,
        test: {
          ...timeouts,
          name: 'web',
          root: 'packages/web',
          include: ['src/**/*.test.ts', 'vite/**/*.test.ts'],
          // As for the server: modules are loaded once per worker.
          isolate: false,
          setupFiles: [here('packages/web/src/testing/served.ts')],
        },
      },
      {
        resolve: {
          ...pages.resolve,
          alias: [{ find: /^.*\/ui\/feedback\/after-paint\.ts$/, replacement: paintedAtOnce }],
        },
        ...(!isWatching && { server: { headers: { 'cache-control': 'max-age=3600' } } }),
        test: {
          ...timeouts,
          retry,
          name: 'web-components',
          root: 'packages/web',
          include: ['src/**/*.test.tsx'],
          setupFiles: [here('packages/web/src/testing/setup.ts')],
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            connectTimeout: 120_000,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: { ...(chromium && { executablePath: chromium }), args: flagsForTests },
              contextOptions: { locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
