import type { Env } from 'markdown-it';
import type { ReferenceBase } from '@milepost/core/text/references';
import type { ReferenceCandidate, ResolvedReference } from './resolver.ts';

/**
 * Limits that keep one document from slowing down others. Beyond a limit the text is shown without that feature. None depends on time,
 * so that a document always renders the same.
 */
export const LIMITS = {
  /** Characters of one document; longer ones are shown without rendering. */
  document: 1_048_576,
  /** Characters of a document that is rendered in the process that serves requests; longer ones are rendered in another one. */
  inServer: 50_000,
  /** Depth of nested blocks. */
  nesting: 40,
  /** References in one document. */
  references: 2000,
  /** Highlighted characters of one code block, and of all together. */
  codeBlock: 30_000,
  code: 200_000,
  /** Characters of one formula, and formulas in one document. */
  formula: 2000,
  formulas: 200,
  /** Characters of a link's address and of its title. */
  address: 2048,
  title: 512,
  /** Characters of all URLs together: a link definition is written out at each use. */
  addresses: 2_000_000,
  /** Headings in a table of contents. */
  contents: 500,
  /** HTML tags in one document; with more, all are shown as text. */
  tags: 10_000,
  /** Pixels of the width and height of an image. */
  image: 4000,
} as const;

/** State of one rendering, shared by the rules. */
export interface RenderState {
  /** The namespace of the text; null if references are not resolved. */
  base: ReferenceBase | null;
  /** The origin of this installation, whose URLs are shown as references. */
  origin: string | null;
  /** Prefix of the URL of an upload; null without uploads. */
  files: string | null;
  candidates: Map<string, ReferenceCandidate>;
  resolved: ReadonlyMap<string, ResolvedReference | null>;
  /** Whether the text contains HTML: then the output is sanitized, and trusted parts are inserted afterwards. */
  hasHtml: boolean;
  trusted: string[];
  nonce: string;
  footnotes: Map<string, Footnote>;
  /** Distinguishes the footnotes of documents on the same page. */
  footnoteSuffix: string;
  spentCode: number;
  spentFormulas: number;
}

export interface Footnote {
  /** Its number among the used footnotes, from 1; 0 when it is unused. */
  number: number;
  uses: number;
}

const KEY = 'milepost';

export function newState(base: ReferenceBase | null, origin: string | null): RenderState {
  return {
    base,
    origin,
    files: null,
    candidates: new Map(),
    resolved: new Map(),
    hasHtml: false,
    trusted: [],
    nonce: '',
    footnotes: new Map(),
    footnoteSuffix: '',
    spentCode: 0,
    spentFormulas: 0,
  };
}

export function envOf(state: RenderState): Env {
  return { [KEY]: state };
}

export function stateOf(env: Env | undefined): RenderState {
  return env?.[KEY] as RenderState;
}

/** Exempts generated HTML from the sanitizer: returns a marker that is replaced afterwards. */
export function trust(env: Env | undefined, html: string): string {
  const state = stateOf(env);
  if (!state.hasHtml) return html;
  state.trusted.push(html);
  return `${state.nonce}x${state.trusted.length - 1}x`;
}
