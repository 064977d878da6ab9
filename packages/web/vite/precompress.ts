import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg|json)$/;

/**
 * Writes a .br and a .gz beside each text file of the build, at the highest level, so that no request waits for compression.
 */
export function precompress(): Plugin {
  let folder = '';
  let isWritten = false;
  return {
    name: 'milepost:precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      isWritten = true;
    },
    async closeBundle() {
      // Also called after a failed build: reading a missing folder would hide the build's error behind ENOENT.
      if (!isWritten) return;
      const names = await readdir(folder, { recursive: true });
      for (const name of names.filter((file) => compressible.test(file))) {
        const file = path.join(folder, name);
        const content = await readFile(file);
        const quality = {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        };
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
}
