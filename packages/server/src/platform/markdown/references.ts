import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import {
  findReferences,
  fullReference,
  parseReferenceAddress,
  candidatePathsOf,
  type Reference,
  type ReferenceBase,
} from '@milepost/core/text/references';
import { escapeHtml } from './html.ts';
import { colorChip } from './color-chips.ts';
import type { ResolvedReference } from './resolver.ts';
import { LIMITS, stateOf, trust } from './state.ts';

interface ReferenceMeta extends Record<string, unknown> {
  key: string;
  reference: Reference;
  /** The tokens to show if the reference is not resolved. */
  fallback: Token[];
}

/** A cheap test, because most lines have no reference. */
const MAY_BE_REFERENCE = /[#&!~%@][\w"\p{L}]|:\/\//u;
const HIDING_HTML = /^<(\/?)(?:a|code|pre|kbd|samp|tt)[\s>/]/i;

/** Replaces possible references by a token, outside code and links, and collects the candidates. */
export function referenceRules(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'references', (core) => {
    const { base } = stateOf(core.env);
    if (!base) return;
    for (const token of core.tokens) {
      if (token.children && MAY_BE_REFERENCE.test(token.content))
        token.children = withReferences(core, token.children, base);
    }
  });
  md.renderer.rules['reference'] = (tokens, index, options, env, renderer) => {
    const { key, reference, fallback } = (tokens[index] as Token).meta as ReferenceMeta;
    const resolved = stateOf(env).resolved.get(key);
    return resolved ? trust(env, linkOf(reference, resolved)) : renderer.renderInline(fallback, options, env);
  };
}

function withReferences(core: StateCore, tokens: Token[], base: ReferenceBase): Token[] {
  const result: Token[] = [];
  let linkDepth = 0;
  let hidingDepth = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.type === 'link_open') {
      const own = hidingDepth === 0 ? ownAddress(core, tokens, index, base) : null;
      if (own) {
        result.push(own);
        index += 2;
        continue;
      }
      linkDepth++;
    }
    if (token.type === 'link_close') linkDepth--;
    if (token.type === 'html_inline') {
      const hiding = HIDING_HTML.exec(token.content);
      if (hiding) hidingDepth = Math.max(0, hidingDepth + (hiding[1] ? -1 : 1));
    }
    if (token.type !== 'text' || linkDepth > 0 || hidingDepth > 0) {
      result.push(token);
      continue;
    }
    // Failed emphasis splits text, so names with underscores must be joined first.
    const pieces = [token.content];
    for (let next = tokens[index + 1]; next?.type === 'text'; next = tokens[index + 1]) {
      pieces.push(next.content);
      index++;
    }
    const text = pieces.join('');
    const isEscaped = tokens[index - pieces.length]?.type === 'text_special';
    for (const piece of piecesOf(core, text, token.level, base, isEscaped)) result.push(piece);
  }
  return result;
}

/** Replaces the three tokens of a bare URL of this installation by one reference; null for other links. */
function ownAddress(core: StateCore, tokens: Token[], index: number, base: ReferenceBase): Token | null {
  const [open, text, close] = tokens.slice(index, index + 3);
  const { origin } = stateOf(core.env);
  if (origin === null || open?.info !== 'auto' || text?.type !== 'text' || close?.type !== 'link_close') return null;
  const reference = parseReferenceAddress(String(open.attrGet('href')), origin);
  return reference && referenceToken(core, reference, text.content, open.level, base, [open, text, close]);
}

function piecesOf(core: StateCore, text: string, level: number, base: ReferenceBase, isEscaped: boolean): Token[] {
  const pieces: Token[] = [];
  let end = 0;
  for (const found of findReferences(text)) {
    if (isEscaped && found.start === 0) continue;
    const { start, end: last, ...reference } = found;
    const written = text.slice(start, last);
    const token = referenceToken(core, reference, written, level, base, [textToken(core, written, level)]);
    if (!token) break;
    if (start > end) pieces.push(textToken(core, text.slice(end, start), level));
    pieces.push(token);
    end = last;
  }
  if (end < text.length) pieces.push(textToken(core, text.slice(end), level));
  return pieces;
}

function referenceToken(
  core: StateCore,
  reference: Reference,
  written: string,
  level: number,
  base: ReferenceBase,
  fallback: Token[],
): Token | null {
  const { candidates } = stateOf(core.env);
  const key = `${base.kind} ${base.path} ${reference.kind} ${fullReference(reference)}`;
  if (!candidates.has(key)) {
    if (candidates.size >= LIMITS.references) return null;
    const { kind, path, name } = reference;
    candidates.set(key, { key, kind, path, name, paths: candidatePathsOf(reference, base), base });
  }
  const token = new core.Token('reference', '', 0);
  token.level = level;
  token.content = written;
  token.meta = { key, reference, fallback } satisfies ReferenceMeta;
  return token;
}

function textToken(core: StateCore, content: string, level: number): Token {
  const token = new core.Token('text', '', 0);
  token.content = content;
  token.level = level;
  return token;
}

function linkOf(reference: Reference, resolved: ResolvedReference): string {
  const { kind, title, color } = resolved;
  const href = reference.anchor === null ? resolved.href : `${resolved.href}#${reference.anchor}`;
  const chip = color === undefined ? '' : colorChip(color);
  const attributes = `class="reference" data-reference-kind="${kind}" data-reference="${escapeHtml(resolved.reference)}"`;
  return `<a ${attributes} href="${escapeHtml(href)}" title="${escapeHtml(title)}">${chip}${escapeHtml(textOf(reference, resolved))}</a>`;
}

function textOf(reference: Reference, { text, title, summary }: ResolvedReference): string {
  const comment = /^note_(\d+)$/.exec(reference.anchor ?? '')?.[1];
  const shown = comment === undefined ? text : `${text} (comment ${comment})`;
  if (reference.detail === 'plain') return shown;
  const titled = `${title} (${shown})`;
  return reference.detail === 'summary' && summary ? `${titled} • ${summary}` : titled;
}
