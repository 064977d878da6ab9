import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Preloads the named font files, so that the first text is drawn in its font. `names`: file names without hash and extension.
 */
export function fontPreload(names: readonly string[]): Plugin {
  return {
    name: 'milepost:font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter((file) => names.some((name) => file.includes(name)));
        return files.map((file): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          // After the scripts: text can wait for its font, rows cannot wait for the scripts.
          injectTo: 'head',
        }));
      },
    },
  };
}
