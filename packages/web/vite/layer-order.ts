import type { Plugin } from 'vite';

/** Prefixes every stylesheet with the order of the layers: the first one the browser reads defines it for the whole page. */
export function layerOrder(layers: readonly string[]): Plugin {
  const statement = `@layer ${layers.join(',')};`;
  return {
    name: 'milepost:layer-order',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = statement + String(file.source);
      }
    },
  };
}
