import { randomBytes } from 'node:crypto';
import NewMarkdownIt, { type Env, type MarkdownIt, type Token } from 'markdown-it';
import type { ReferenceBase } from '@milepost/core/text/references';
import { alertRules } from './alerts.ts';
import { changeRules } from './changes.ts';
import { codeBlockRules } from './code-blocks.ts';
import { colorChipRules } from './color-chips.ts';
import { emojiRules } from './emoji.ts';
import { footnoteRules } from './footnotes.ts';
import { headingRules } from './headings.ts';
import { escapeHtml } from './html.ts';
import { linkRules } from './links.ts';
import { mathRules } from './math.ts';
import { quoteRules } from './quotes.ts';
import { countTags, rawHtmlRules } from './raw-html.ts';
import { referenceRules } from './references.ts';
import { sanitized } from './sanitize.ts';
import { envOf, LIMITS, newState, stateOf } from './state.ts';
import { taskBoxRules } from './task-boxes.ts';

/*
 * Markdown to HTML that is safe to put into a page. The class names it uses, for packages/web/src/styles/prose.css:
 *
 *   a.reference[data-reference-kind][data-reference]       svg.color-chip
 *   ul.task-list, ol.task-list > li.task-item              input.task-box[data-line], the source line from 1, disabled
 *   input.task-box and s, an item that does not apply      video and audio, attached files with controls
 *   div.alert.alert-{note,tip,important,warning,caution} > p.alert-title
 *   pre.code-block[data-language] > code > span.hljs-…     pre[data-diagram=mermaid], for the browser to draw
 *   span.math, div.math-block, code.math-error             div.table-scroll > table; th, td with align
 *   a.heading-anchor, ul.table-of-contents                 sup.footnote-ref, section.footnotes, a.footnote-back
 *   pre.plain-text, a document beyond the limit
 */

export interface MarkdownSource {
  text: string;
  /** The namespace of references without a path; null if references stay text. */
  base: ReferenceBase | null;
}

/** A parsed document, to be rendered once. */
export interface ParsedDocument {
  tokens: Token[];
  env: Env;
}

const markdown = newMarkdown();

/** Parses a text; null for one beyond `LIMITS.document`. */
export function parseDocument({ text, base }: MarkdownSource, origin: string | null): ParsedDocument | null {
  if (text.length > LIMITS.document) return null;
  const env = envOf(newState(base, origin));
  return { tokens: markdown.parse(text, env), env };
}

/** Renders a document whose references are resolved in its state. */
export function renderDocument({ tokens, env }: ParsedDocument): string {
  const state = stateOf(env);
  const tags = countTags(tokens);
  state.hasHtml = tags > 0 && tags <= LIMITS.tags;
  if (state.hasHtml) state.nonce = `milepost${randomBytes(12).toString('hex')}`;
  const html = markdown.renderer.render(tokens, markdown.options, env);
  return state.hasHtml ? sanitized(html, state) : html;
}

/** A text without rendering, escaped: for one beyond a limit of size or time. */
export function plainText(text: string): string {
  return `<pre class="plain-text">${escapeHtml(text)}</pre>\n`;
}

function alignedCell(tokens: readonly Token[], index: number): string {
  const token = tokens[index] as Token;
  const side = /(left|right|center)/.exec(String(token.attrGet('style') ?? ''))?.[1];
  return side === undefined ? `<${token.tag}>` : `<${token.tag} align="${side}">`;
}

/** Makes wide tables scrollable, and aligns cells by attribute instead of style. */
function tableRules(md: MarkdownIt): void {
  md.renderer.rules['table_open'] = () => '<div class="table-scroll">\n<table>\n';
  md.renderer.rules['table_close'] = () => '</table>\n</div>\n';
  md.renderer.rules['th_open'] = alignedCell;
  md.renderer.rules['td_open'] = alignedCell;
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
    quoteRules,
    changeRules,
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
