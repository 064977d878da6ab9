import { readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { root } from './root.mjs';
import { say } from './run.mjs';

const dist = join(root, 'packages/server/dist');
const folder = join(dist, 'bundle');

/**
 * Packages that are loaded from `node_modules`: with native code, with files that they find beside themselves, or whose objects such
 * packages recognize by their classes; and large ones that few installations load.
 */
const external = [
  '@node-rs/argon2',
  'fastify',
  '@fastify/*',
  'pino',
  'graphile-worker',
  'pg',
  'pg-copy-streams',
  'graphql',
  'graphql-jit',
  '@aws-sdk/*',
  '@smithy/*',
  '@opentelemetry/*',
  'openai',
];

/**
 * Modules find files beside themselves by their address, which is not that of the bundle.
 * @type {import('esbuild').Plugin}
 */
const ownAddresses = {
  name: 'own-addresses',
  setup(making) {
    making.onLoad({ filter: /[/\\]packages[/\\](core|server)[/\\]dist[/\\].*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta')) return null;
      const address = relative(folder, path).split(sep).join('/');
      const contents = `
        import { fileURLToPath as pathOfModule } from 'node:url';
        const moduleUrl = new URL(${JSON.stringify(address)}, import.meta.url).href;
        const moduleFolder = pathOfModule(new URL('.', moduleUrl));
        ${text.replaceAll('import.meta.url', 'moduleUrl').replaceAll('import.meta.dirname', 'moduleFolder')}`;
      return { contents, loader: 'js' };
    });
  },
};

/**
 * Bundles the compiled server with most of its packages: loading some 4,000 modules one by one takes more than half of the time of a
 * start (docs/decisions/0499).
 * @returns {Promise<number>} an exit code
 */
export async function bundleServer() {
  await rm(folder, { recursive: true, force: true });
  try {
    await build({
      entryPoints: [join(dist, 'cli/main.js')],
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      external,
      // Not `keepNames`: it names each closure again whenever it is created, a tenth of the processor time of a page. Errors name themselves.
      plugins: [ownAddresses],
      // For packages of the older module format that load modules of Node.
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
      },
      logLevel: 'error',
    });
    return 0;
  } catch (error) {
    say(String(error));
    return 1;
  }
}
