import type { Env } from 'markdown-it';
import type { ReferenceBase } from '@milepost/core/text/references';
import type { ReferenceCandidate, ResolvedReference } from './resolver.ts';

/**
 * Limits that keep one document from slowing down others. Beyond a limit the text stays readable without decoration; nothing
 * depends on the clock, so a document renders the same everywhere.
 */
export const LIMITS = {
  /** Characters of one document; longer ones are shown as they were typed. */
  document: 1_048_576,
  /** Characters of a document that is rendered in the thread that serves requests; longer ones go to another. */
  inThread: 50_000,
  /** Lists in quotes in lists. */
  nesting: 40,
  /** References in one document. */
  references: 2000,
  /** Characters of one code block, and of all together, that get colors. */
  codeBlock: 30_000,
  code: 200_000,
  /** Characters of one formula, and formulas in one document. */
  formula: 2000,
  formulas: 200,
  /** Characters of a link's address and of its title. */
  address: 2048,
  title: 512,
  /** Characters that all addresses together may take: a definition used a thousand times is written a thousand times. */
  addresses: 2_000_000,
  /** Headings that a table of contents lists. */
  contents: 500,
  /** Tags that an author may write in one document; with more of them none is a tag. */
  tags: 10_000,
  /** Pixels of an image, either way. */
  image: 4000,
} as const;

/** State of one rendering, passed from rule to rule. */
export interface RenderState {
  /** The namespace of the text; null if references are not resolved. */
  base: ReferenceBase | null;
  /** The address of this instance, whose own links are shortened. */
  origin: string | null;
  /** Prefix of the URL of an upload; null without uploads. */
  files: string | null;
  candidates: Map<string, ReferenceCandidate>;
  resolved: ReadonlyMap<string, ResolvedReference | null>;
  /** True if the author wrote HTML: then the page goes through the sanitiser, and generated parts are added after it. */
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

/** Exempts generated HTML from the sanitiser. */
export function trust(env: Env | undefined, html: string): string {
  const state = stateOf(env);
  if (!state.hasHtml) return html;
  state.trusted.push(html);
  return `${state.nonce}x${state.trusted.length - 1}x`;
}
