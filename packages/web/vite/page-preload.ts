import type { Plugin } from 'vite';

/** Preloads for a page in addition to those of every page. `path`: a pattern of the address's path. */
export interface PagePreload {
  path: string;
  /** A script that runs as soon as it is loaded, before the application does. */
  headStart: string;
  modules: string[];
  styles: string[];
}

/**
 * Writes a manifest of the files that the named pages need, so that the server can preload them in the head of the page:
 * otherwise they are discovered only once the application runs. `pages`: the source of a page's chunk, and the pattern of its
 * URLs; `headStart`: the name of the chunk that runs before the application.
 */
export function pagePreload(pages: Readonly<Record<string, string>>, headStart: string): Plugin {
  return {
    name: 'milepost:page-preload',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const withImports = (names: readonly string[]): Set<string> => {
        const found = new Set(names);
        for (const name of found) {
          const chunk = chunks.find(({ fileName }) => fileName === name);
          for (const imported of chunk?.imports ?? []) found.add(imported);
        }
        return found;
      };
      const first = chunks.find(({ name }) => name === headStart);
      if (!first || first.imports.length > 0) this.error(`${headStart} must be a chunk that needs no other`);
      const entry = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
      const preloads = Object.entries(pages).map(([source, path]): PagePreload => {
        const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
        if (!page) this.error(`No chunk is made of ${source}: its preload is out of date`);
        const modules = [...withImports([page.fileName])].filter((name) => !entry.has(name));
        const styles = chunks
          .filter(({ fileName }) => modules.includes(fileName))
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        return {
          path,
          headStart: fromRoot(first.fileName),
          modules: modules.map(fromRoot),
          styles: [...new Set(styles)].map(fromRoot),
        };
      });
      // The first match is used.
      const source = JSON.stringify(preloads);
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
    },
    // HTTP/1.1 allows six parallel requests: those of the head start come before code that runs later.
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('rel="modulepreload" ', 'rel="modulepreload" fetchpriority="low" '),
    },
  };
}

function fromRoot(file: string): string {
  return `/${file}`;
}
