import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Prefixes every stylesheet with the `@layer` statement that `stylesheet` begins with: the first statement that the browser reads
 * defines the order of the layers for the whole page.
 */
export function layerOrder(stylesheet: string): Plugin {
  let statement = '';
  return {
    name: 'milepost:layer-order',
    apply: 'build',
    enforce: 'post',
    configResolved({ root }) {
      const found = /^@layer [^;{]+;/m.exec(readFileSync(join(root, stylesheet), 'utf8'))?.[0];
      if (found === undefined) throw new Error(`${stylesheet} does not state the order of the layers`);
      statement = found.replaceAll(', ', ',');
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = statement + String(file.source);
      }
    },
  };
}
