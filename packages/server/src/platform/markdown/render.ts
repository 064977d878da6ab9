import { randomBytes } from 'node:crypto';
import NewMarkdownIt, { type Env, type MarkdownIt, type Token } from 'markdown-it';
import type { ReferenceBase } from '@milepost/core/references';
import { alertRules } from './alerts.ts';
import { codeBlockRules } from './code-blocks.ts';
import { colorChipRules } from './color-chips.ts';
import { emojiRules } from './emoji.ts';
import { footnoteRules } from './footnotes.ts';
import { headingRules } from './headings.ts';
import { escapeHtml } from './html.ts';
import { linkRules, mentionsFiles } from './links.ts';
import { mathRules } from './math.ts';
import { countTags, rawHtmlRules } from './raw-html.ts';
import { referenceRules, type ReferenceCandidate, type ReferenceResolver } from './references.ts';
import { sanitized } from './sanitize.ts';
import { envOf, LIMITS, newState, stateOf } from './state.ts';
import { tableRules } from './tables.ts';
import { taskBoxRules } from './task-boxes.ts';

/*
 * Markdown to HTML that is safe to put into a page. The class names it uses, for packages/web/src/styles/prose.css:
 *
 *   a.reference[data-reference-kind][data-reference]       svg.color-chip
 *   ul.task-list, ol.task-list > li.task-item              input.task-box[data-line], the source line from 1, disabled
 *   div.alert.alert-{note,tip,important,warning,caution} > p.alert-title
 *   pre.code-block[data-language] > code > span.hljs-…     pre[data-diagram=mermaid], for the browser to draw
 *   span.math, div.math-block, code.math-error             div.table-scroll > table; th, td with align
 *   a.heading-anchor, ul.table-of-contents                 sup.footnote-ref, section.footnotes, a.footnote-back
 *   pre.plain-text, a document beyond the limit
 */

export interface MarkdownSource {
  text: string;
  /** Where references without a path are read from; null where references stay text. */
  base: ReferenceBase | null;
}

interface Parsed {
  tokens: Token[];
  env: Env;
}

const NOTHING: ReadonlyMap<string, null> = new Map();
const markdown = newMarkdown();

/** Renders many texts, asking once for all their references together. The answers are in the order of the sources. */
export async function renderMarkdown(
  sources: readonly MarkdownSource[],
  resolver: ReferenceResolver,
): Promise<string[]> {
  const parsed = sources.map((source) => parse(source, resolver.origin));
  const candidates = new Map<string, ReferenceCandidate>();
  for (const each of parsed) {
    for (const [key, candidate] of each ? stateOf(each.env).candidates : []) candidates.set(key, candidate);
  }
  const resolved = candidates.size === 0 ? NOTHING : await resolver.resolve([...candidates.values()]);
  const files = await filesFor(sources, resolver);
  return parsed.map((each, index) => {
    const { text, base } = sources[index] as MarkdownSource;
    if (!each) return plain(text);
    Object.assign(stateOf(each.env), { resolved, files: (base && files.get(base.path)) ?? null });
    return render(each);
  });
}

async function filesFor(
  sources: readonly MarkdownSource[],
  resolver: ReferenceResolver,
): Promise<ReadonlyMap<string, string>> {
  const paths = sources.flatMap(({ text, base }) => (base && mentionsFiles(text) ? [base.path] : []));
  return paths.length > 0 && resolver.filesOf ? resolver.filesOf([...new Set(paths)]) : new Map<string, string>();
}

/** Renders one text whose references stay text. */
export function renderMarkdownSync(text: string): string {
  const parsed = parse({ text, base: null }, null);
  return parsed ? render(parsed) : plain(text);
}

/** What a text may point at, outside code and links, each thing once: for mentions and cross-references. */
export function candidatesIn(source: MarkdownSource, origin: string | null): ReferenceCandidate[] {
  const parsed = parse(source, origin);
  return parsed ? [...stateOf(parsed.env).candidates.values()] : [];
}

/** Null for a text beyond the limit. */
function parse({ text, base }: MarkdownSource, origin: string | null): Parsed | null {
  if (text.length > LIMITS.document) return null;
  const env = envOf(newState(base, origin));
  return { tokens: markdown.parse(text, env), env };
}

function render({ tokens, env }: Parsed): string {
  const state = stateOf(env);
  const tags = countTags(tokens);
  state.hasHtml = tags > 0 && tags <= LIMITS.tags;
  if (state.hasHtml) state.nonce = `milepost${randomBytes(12).toString('hex')}`;
  const html = markdown.renderer.render(tokens, markdown.options, env);
  return state.hasHtml ? sanitized(html, state) : html;
}

function plain(text: string): string {
  return `<pre class="plain-text">${escapeHtml(text)}</pre>\n`;
}

function newMarkdown(): MarkdownIt {
  const md = new NewMarkdownIt({ html: true, linkify: true, maxNesting: LIMITS.nesting });
  const rules = [
    rawHtmlRules,
    linkRules,
    referenceRules,
    headingRules,
    footnoteRules,
    taskBoxRules,
    alertRules,
    tableRules,
    mathRules,
    codeBlockRules,
    colorChipRules,
    emojiRules,
  ];
  for (const rule of rules) rule(md);
  return md;
}
