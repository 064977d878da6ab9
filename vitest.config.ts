import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Workspaces are read from their TypeScript sources: nothing has to be built before a test. */
const conditions = ['source'];
const browserConditions = ['source', 'module', 'browser', 'development|production'];
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const pages = { resolve: { conditions: browserConditions }, ssr: { resolve: { conditions } } };
const sources = { resolve: { conditions }, ssr: { resolve: { conditions } } };
/** As Node finds it: the package's other build would be a second GraphQL, and neither accepts what the other made. */
const graphql = fileURLToPath(import.meta.resolve('graphql'));

export default defineConfig({
  test: {
    // Two cores are the machine we plan for; more workers would only make each other slow.
    maxWorkers: 2,
    projects: [
      { ...sources, test: { name: 'core', root: 'packages/core', include: ['src/**/*.test.ts'] } },
      {
        ...sources,
        resolve: { conditions, alias: [{ find: /^graphql$/, replacement: graphql }] },
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts'],
          // One graph of modules for all files of a worker: reading it anew for each took longer than the tests.
          isolate: false,
          globalSetup: [here('packages/server/src/testing/postgres.ts')],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...pages,
        test: { name: 'web', root: 'packages/web', include: ['src/**/*.test.ts', 'vite/**/*.test.ts'] },
      },
      {
        ...pages,
        test: {
          name: 'web-components',
          root: 'packages/web',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          // What a busy machine takes long for is not wrong.
          testTimeout: 60_000,
          setupFiles: [here('packages/web/src/testing/setup.ts')],
          // Class names as written, so that a test can read them.
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
