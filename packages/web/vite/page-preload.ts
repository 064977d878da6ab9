import type { Plugin, Rolldown } from 'vite';

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
      const chunks = chunksOf(bundle);
      const first = chunks.find(({ name }) => name === headStart);
      if (!first || first.imports.length > 0) this.error(`${headStart} must be a chunk that needs no other`);
      const everyPage = withImports(
        chunks,
        chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => [entry.fileName, ...entry.dynamicImports]),
      );
      const preloads = Object.entries(pages).map(([source, path]): PagePreload => {
        const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
        if (!page) this.error(`No chunk is made of ${source}: its preload is out of date`);
        const modules = [...withImports(chunks, [page.fileName])].filter((name) => !everyPage.has(name));
        return {
          path,
          headStart: fromRoot(first.fileName),
          modules: modules.map(fromRoot),
          styles: stylesOf(chunks, modules).map(fromRoot),
        };
      });
      // The first match is used.
      const source = JSON.stringify(preloads);
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
    },
    // HTTP/1.1 allows six parallel requests: those of the head start come before code that runs later.
    transformIndexHtml: {
      order: 'post',
      handler: (html, { chunk, bundle = {} }) => ({
        html: html.replaceAll('rel="modulepreload" ', 'rel="modulepreload" fetchpriority="low" '),
        tags: tagsOfApplication(chunk?.dynamicImports ?? [], chunksOf(bundle)).filter(
          ({ attrs }) => !html.includes(attrs.href),
        ),
      }),
    },
  };
}

/** The entry starts the application itself, after the head start, by a dynamic import, which is not in the page otherwise. */
function tagsOfApplication(started: readonly string[], chunks: readonly Chunk[]) {
  const modules = [...withImports(chunks, started)];
  const tag = (attrs: { rel: string; href: string; fetchpriority?: string }) => ({
    tag: 'link',
    attrs: { ...attrs, crossorigin: '' },
    injectTo: 'head' as const,
  });
  return [
    ...modules.map((name) => tag({ rel: 'modulepreload', fetchpriority: 'low', href: fromRoot(name) })),
    ...stylesOf(chunks, modules).map((name) => tag({ rel: 'stylesheet', href: fromRoot(name) })),
  ];
}

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

function chunksOf(bundle: Bundle): Chunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

/** Chunks and all that they import, transitively. */
function withImports(chunks: readonly Chunk[], names: readonly string[]): Set<string> {
  const found = new Set(names);
  for (const name of found) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const imported of chunk?.imports ?? []) found.add(imported);
  }
  return found;
}

function stylesOf(chunks: readonly Chunk[], names: readonly string[]): string[] {
  const own = chunks.filter(({ fileName }) => names.includes(fileName));
  return [...new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))];
}

function fromRoot(file: string): string {
  return `/${file}`;
}
