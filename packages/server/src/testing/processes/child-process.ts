import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundleOptions, storeBundle } from '../../platform/util/source-bundle.ts';

/** Sources find files beside them by their own address, which is not that of the bundle. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup(making) {
    making.onLoad({ filter: /\/packages\/(core|server)\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

const bundled = new Map<string, Promise<string>>();

function bundleOf(source: string): Promise<string> {
  const known = bundled.get(source);
  if (known) return known;
  const making = build({ ...bundleOptions(source), plugins: [ownAddresses] }).then(({ outputFiles }) =>
    storeBundle(source, outputFiles),
  );
  bundled.set(source, making);
  return making;
}

/** Starts a TypeScript file of this folder in a process of its own, which a test may kill or measure. Its argument is `input` as JSON. */
export async function startProcess(source: string, input: object, stdio: StdioOptions): Promise<ChildProcess> {
  return spawn(process.execPath, [await bundleOf(source), JSON.stringify(input)], { stdio });
}
