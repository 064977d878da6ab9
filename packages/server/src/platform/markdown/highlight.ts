import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';

const require = createRequire(import.meta.url);

/** Highlighted languages with their aliases. Each is loaded at its first use. */
const LANGUAGES: Record<string, readonly string[]> = {
  bash: ['sh', 'shell', 'zsh', 'console'],
  c: ['h'],
  cpp: ['c++', 'cc', 'hpp'],
  csharp: ['cs', 'c#'],
  css: [],
  dart: [],
  diff: ['patch'],
  dockerfile: ['docker'],
  elixir: ['ex', 'exs'],
  go: ['golang'],
  gradle: [],
  graphql: ['gql'],
  groovy: [],
  haskell: ['hs'],
  http: [],
  ini: ['toml', 'conf'],
  java: [],
  javascript: ['js', 'jsx', 'mjs', 'cjs'],
  json: ['json5', 'jsonc', 'ndjson'],
  kotlin: ['kt'],
  less: [],
  lua: [],
  makefile: ['make', 'mk'],
  markdown: ['md'],
  nginx: [],
  perl: ['pl'],
  php: [],
  powershell: ['ps1'],
  properties: [],
  protobuf: ['proto'],
  python: ['py'],
  r: [],
  ruby: ['rb'],
  rust: ['rs'],
  scala: [],
  scss: ['sass'],
  sql: ['postgresql', 'psql', 'mysql'],
  swift: [],
  typescript: ['ts', 'tsx', 'mts'],
  xml: ['html', 'svg', 'xhtml', 'vue'],
  yaml: ['yml'],
};

const NAMES = new Map(
  Object.entries(LANGUAGES).flatMap(([name, others]) => [name, ...others].map((each) => [each, name] as const)),
);

let engine: HLJSApi | undefined;

/** The code as HTML with a `hljs-…` class around each token; null for an unsupported language. */
export function highlighted(code: string, language: string): string | null {
  const name = NAMES.get(language.toLowerCase());
  if (name === undefined) return null;
  engine ??= require('highlight.js/lib/core') as HLJSApi;
  if (!engine.getLanguage(name))
    engine.registerLanguage(name, require(`highlight.js/lib/languages/${name}`) as LanguageFn);
  return engine.highlight(code, { language: name, ignoreIllegals: true }).value;
}
