import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import { ID_PREFIX } from './html.ts';
import { stateOf, trust, type Footnote, type RenderState } from './state.ts';

const DEFINITION = /\[\^([^\]\s[]{1,60})\]:[ \t]*/y;
const USE = /\[\^([^\]\s[]{1,60})\]/y;

/** Footnotes: `text[^1]`, and at the left edge `[^1]: its text`, continued in lines indented by four. */
export function footnoteRules(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote', defineFootnote, { alt: ['paragraph', 'reference'] });
  md.inline.ruler.before('link', 'footnote_ref', useFootnote);
  md.core.ruler.after('inline', 'footnotes', gatherFootnotes);
  md.renderer.rules['footnote_ref'] = (tokens, index, _options, env) => {
    const state = stateOf(env);
    const { number, use } = (tokens[index] as Token).meta as { number: number; use: number };
    const id = use === 1 ? ` id="${idOf(state, 'fnref', number)}"` : '';
    return trust(env, `<sup class="footnote-ref"><a href="#${idOf(state, 'fn', number)}"${id}>${number}</a></sup>`);
  };
  md.renderer.rules['footnotes_open'] = () => '<section class="footnotes">\n<ol>\n';
  md.renderer.rules['footnotes_close'] = () => '</ol>\n</section>\n';
  md.renderer.rules['footnote_open'] = (tokens, index, _options, env) =>
    `<li id="${idOf(stateOf(env), 'fn', numberOf(tokens[index] as Token))}">\n`;
  md.renderer.rules['footnote_close'] = () => '</li>\n';
  md.renderer.rules['footnote_back'] = (tokens, index, _options, env) => {
    const id = idOf(stateOf(env), 'fnref', numberOf(tokens[index] as Token));
    return trust(env, ` <a class="footnote-back" href="#${id}">↩︎</a>`);
  };
}

function idOf(state: RenderState, part: string, number: number): string {
  return `${ID_PREFIX}${part}-${number}-${state.footnoteSuffix}`;
}

function numberOf(token: Token): number {
  return token.meta?.['number'] as number;
}

function defineFootnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const at = startOf(state, startLine);
  if (state.parentType !== 'root' || state.src.charAt(at) !== '[' || state.src.charAt(at + 1) !== '^') return false;
  DEFINITION.lastIndex = at;
  const match = DEFINITION.exec(state.src);
  if (!match) return false;
  if (silent) return true;
  const label = match[1] as string;
  const { footnotes } = stateOf(state.env);
  const isFirst = !footnotes.has(label);
  if (isFirst) footnotes.set(label, { number: 0, uses: 0 });
  const end = endOf(state, startLine, endLine);
  const open = state.push('footnote_open', '', 1);
  open.meta = { label, isFirst };
  tokenizeBody(state, startLine, end, at + match[0].length);
  state.push('footnote_close', '', -1);
  state.line = end;
  return true;
}

function startOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] as number) + (state.tShift[line] as number);
}

/** The line after the end of a footnote, which continues while lines are indented by four or empty. */
function endOf(state: StateBlock, startLine: number, endLine: number): number {
  let end = startLine + 1;
  for (let line = end; line < endLine; line++) {
    if (state.isEmpty(line)) continue;
    if ((state.sCount[line] as number) - state.blkIndent < 4) break;
    end = line + 1;
  }
  return end;
}

function tokenizeBody(state: StateBlock, line: number, end: number, from: number): void {
  const { lineMax, parentType, blkIndent } = state;
  const saved = [state.bMarks[line], state.tShift[line], state.sCount[line]] as [number, number, number];
  state.bMarks[line] = Math.min(from, state.eMarks[line] as number);
  state.tShift[line] = 0;
  state.sCount[line] = blkIndent + 4;
  state.blkIndent = blkIndent + 4;
  state.lineMax = end;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, line, end);
  [state.bMarks[line], state.tShift[line], state.sCount[line]] = saved;
  Object.assign(state, { lineMax, parentType, blkIndent });
}

function useFootnote(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '[' || state.src.charAt(state.pos + 1) !== '^' || state.linkLevel > 0)
    return false;
  USE.lastIndex = state.pos;
  const label = USE.exec(state.src)?.[1];
  if (label === undefined || !stateOf(state.env).footnotes.has(label)) return false;
  if (!silent) state.push('footnote_ref', '', 0).meta = { label };
  state.pos += label.length + 3;
  return true;
}

/** Numbers the footnotes in the order in which the text uses them, and moves them to its end. */
function gatherFootnotes(core: StateCore): void {
  const state = stateOf(core.env);
  if (state.footnotes.size === 0) return;
  state.footnoteSuffix = hashOf(core.src);
  const { main, bodies } = parted(core.tokens);
  const used: string[] = [];
  numberUses(main, state.footnotes, used);
  // A footnote may use another, so the list can grow during the iteration.
  for (const label of used) numberUses(bodies.get(label) ?? [], state.footnotes, used);
  core.tokens = main;
  if (used.length === 0) return;
  main.push(new core.Token('footnotes_open', '', 1));
  for (const [index, label] of used.entries()) {
    const [open, close, back] = ['footnote_open', 'footnote_close', 'footnote_back'].map((type) => {
      const token = new core.Token(type, '', 0);
      token.meta = { number: index + 1 };
      return token;
    }) as [Token, Token, Token];
    const body = bodies.get(label) ?? [];
    const lastText = body.at(-1)?.type === 'paragraph_close' ? body.at(-2)?.children : null;
    lastText?.push(back);
    main.push(open);
    for (const token of body) main.push(token);
    if (!lastText) main.push(back);
    main.push(close);
  }
  main.push(new core.Token('footnotes_close', '', -1));
}

function parted(tokens: readonly Token[]): { main: Token[]; bodies: Map<string, Token[]> } {
  const main: Token[] = [];
  const bodies = new Map<string, Token[]>();
  let into = main;
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      into = [];
      if (token.meta?.['isFirst']) bodies.set(token.meta['label'] as string, into);
    } else if (token.type === 'footnote_close') into = main;
    else into.push(token);
  }
  return { main, bodies };
}

function numberUses(tokens: readonly Token[], footnotes: Map<string, Footnote>, used: string[]): void {
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      if (child.type !== 'footnote_ref') continue;
      const label = child.meta?.['label'] as string;
      const footnote = footnotes.get(label) as Footnote;
      if (footnote.number === 0) footnote.number = used.push(label);
      footnote.uses++;
      child.meta = { number: footnote.number, use: footnote.uses };
    }
  }
}

/** FNV-1a: equal texts get equal ids. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
