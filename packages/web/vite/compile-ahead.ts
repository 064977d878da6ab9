import type { Plugin } from 'vite';

/** The comment that asks for it. Browsers see it in the first line only, and those that do not know it read past it. */
const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Asks the browser to compile all functions of the named chunks while it fetches them, beside the page's own thread. Left
 * alone it does so function by function on that thread, when each is first called: half of what the first drawing took.
 * Only for chunks most of which run at once.
 */
export function compileAhead(names: readonly string[]): Plugin {
  return {
    name: 'milepost:compile-ahead',
    apply: 'build',
    enforce: 'post',
    // Last of all: the build itself puts a line ahead of a chunk that loads others later, as a banner would not know.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && names.includes(file.name)) file.code = hint + file.code;
        }
      },
    },
  };
}
