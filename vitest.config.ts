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
/**
 * The file that Node resolves. With the package's other build there would be two copies of GraphQL, which reject each
 * other's objects.
 */
const graphql = fileURLToPath(import.meta.resolve('graphql'));
/** Component tests render complete pages; the journeys test what is drawn after the first frame. */
const paintedAtOnce = here('packages/web/src/testing/painted-at-once.ts');
const chromium = await findTestBrowser();
/**
 * Time-outs stop tests that hang. They are long: on a machine half as fast, the longest test took 140 s beside the journeys. Where the
 * duration is not what a test is about, it has no time-out of its own.
 */
const timeouts = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } };
/**
 * In CI, a failed test that needs a server or a browser runs again; a test that passes only then is reported as flaky
 * (scripts/lib/flaky.mjs).
 */
const retry = process.env['CI'] === undefined ? 0 : 1;

/** Each component test file loads its modules again; without this header Chromium revalidates every one. */
const isWatching = !process.argv.includes('run');

export default defineConfig({
  test: {
    // Tests are planned for two cores; more workers would slow each other down.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    teardownTimeout: 120_000,
    projects: [
      {
        ...sources,
        // Pure functions without shared state: all files run in one process.
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
          // All files of a worker share one module graph: loading it again for each file took longer than the tests.
          isolate: false,
          // The client of MCP depends on packages that publish TypeScript under the condition "source", which Node cannot load.
          server: { deps: { inline: [/node_modules\/(@modelcontextprotocol\/client|eventsource)/] } },
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
          alias: [
            { find: /^.*\/ui\/feedback\/after-paint\.ts$/, replacement: paintedAtOnce },
            { find: /^react\/jsx-dev-runtime$/, replacement: here('packages/web/src/testing/jsx-dev-runtime.ts') },
          ],
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
