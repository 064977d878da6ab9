import { createRequire } from 'node:module';
import type { MarkdownIt, Env, StateBlock, StateInline, Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { escapeHtml, words } from './html.ts';
import { LIMITS, stateOf, trust } from './state.ts';

interface Katex {
  renderToString(tex: string, options: Record<string, unknown>): string;
}

const require = createRequire(import.meta.url);
let katex: Katex | undefined;

const QUOTED = /\$`([^`\n]+)`\$/y;
const DOUBLE = /\$\$([^$]+)\$\$/y;
/** Maximum number of lines of a math block. */
const BLOCK_LINES = 60;

const MATHML_TAGS = words(`
  math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup munder mover munderover mfrac msqrt
  mroot mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose mmultiscripts mprescripts none
`);
const MATHML_ATTRIBUTES = words(`
  xmlns display encoding mathvariant mathcolor mathbackground mathsize scriptlevel displaystyle stretchy fence
  separator accent accentunder lspace rspace minsize maxsize symmetric movablelimits largeop linethickness width
  height depth voffset notation side rowspacing columnspacing columnalign rowalign columnlines rowlines linebreak
`);

/**
 * `$…$` and `` $`…`$ `` inline, `$$…$$` and fences of math as blocks, as MathML: browsers render it without extra fonts or
 * styles.
 */
export function mathRules(md: MarkdownIt): void {
  md.inline.ruler.after('escape', 'math', readInline);
  md.block.ruler.before('fence', 'math_block', readBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.renderer.rules['math'] = (tokens, index, _options, env) => {
    const { content, markup } = tokens[index] as Token;
    return trust(env, `<span class="math">${formula(env, content, markup === '$$')}</span>`);
  };
  md.renderer.rules['math_block'] = (tokens, index, _options, env) => mathBlock(env, (tokens[index] as Token).content);
}

/** A formula as a block. */
export function mathBlock(env: Env | undefined, tex: string): string {
  return trust(env, `<div class="math-block">${formula(env, tex, true)}</div>\n`);
}

function formula(env: Env | undefined, tex: string, isDisplay: boolean): string {
  const state = stateOf(env);
  if (tex.length > LIMITS.formula || state.spentFormulas >= LIMITS.formulas) return `<code>${escapeHtml(tex)}</code>`;
  state.spentFormulas++;
  try {
    katex ??= require('katex') as Katex;
    const html = katex.renderToString(tex, {
      output: 'mathml',
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: 200,
      maxSize: 20,
    });
    return sanitizeHtml(html, {
      allowedTags: MATHML_TAGS,
      allowedAttributes: { '*': MATHML_ATTRIBUTES },
      parser: { lowerCaseTags: false, lowerCaseAttributeNames: false },
    });
  } catch {
    return `<code class="math-error">${escapeHtml(tex)}</code>`;
  }
}

function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charAt(pos) !== '$') return false;
  const found = quotedAt(src, pos) ?? singleAt(src, pos, state.posMax);
  if (!found || found.end > state.posMax) return false;
  if (!silent) {
    const token = state.push('math', '', 0);
    token.content = found.tex;
    token.markup = found.markup;
  }
  state.pos = found.end;
  return true;
}

interface Found {
  tex: string;
  markup: string;
  end: number;
}

function quotedAt(src: string, pos: number): Found | null {
  for (const [pattern, markup] of [
    [QUOTED, '$'],
    [DOUBLE, '$$'],
  ] as const) {
    pattern.lastIndex = pos;
    const match = src.charAt(pos + 1) === '$' || src.charAt(pos + 1) === '`' ? pattern.exec(src) : null;
    if (match) return { tex: match[1] as string, markup, end: pos + match[0].length };
  }
  return null;
}

/** `$x$`, but not the prices in "from $5 to $10": no space inside either sign, no digit after the second. */
function singleAt(src: string, pos: number, max: number): Found | null {
  if (/[\s$`]/.test(src.charAt(pos + 1)) || /[\w$\\]/.test(src.charAt(pos - 1))) return null;
  let end = src.indexOf('$', pos + 1);
  while (end > 0 && end < max && src.charAt(end - 1) === '\\') end = src.indexOf('$', end + 1);
  if (end < 0 || end >= max || end - pos > LIMITS.formula) return null;
  const tex = src.slice(pos + 1, end);
  if (tex.includes('\n') || /\s$/.test(tex) || /[\w$]/.test(src.charAt(end + 1))) return null;
  return { tex, markup: '$', end: end + 1 };
}

function readBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] as number) + (state.tShift[startLine] as number);
  if (!state.src.startsWith('$$', start) || (state.sCount[startLine] as number) - state.blkIndent >= 4) return false;
  const last = Math.min(endLine, startLine + BLOCK_LINES);
  for (let line = startLine; line < last; line++) {
    const text = state.src.slice(line === startLine ? start + 2 : state.bMarks[line], state.eMarks[line]).trimEnd();
    if (line > startLine && (state.sCount[line] as number) < state.blkIndent && !state.isEmpty(line)) return false;
    if (!text.endsWith('$$')) continue;
    if (silent) return true;
    const source = state.getLines(startLine, line + 1, state.blkIndent, false).trim();
    const token = state.push('math_block', '', 0);
    token.content = source.slice(2, -2).trim();
    token.map = [startLine, line + 1];
    state.line = line + 1;
    return token.content !== '';
  }
  return false;
}
