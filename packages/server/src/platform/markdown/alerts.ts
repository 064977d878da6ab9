import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const FIRST_LINE = /^\[!(note|tip|important|warning|caution)\][ \t]*([^\n]*)(?:\n|$)/i;

/** A quote that begins with `[!note]` is an alert; text after the mark is its title. */
export function alertRules(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'alerts', (core) => {
    if (core.src.includes('[!')) core.tokens = withAlerts(core);
  });
}

function withAlerts(core: StateCore): Token[] {
  const result: Token[] = [];
  const open: boolean[] = [];
  for (let index = 0; index < core.tokens.length; index++) {
    const token = core.tokens[index] as Token;
    result.push(token);
    if (token.type === 'blockquote_close' && open.pop()) token.tag = 'div';
    if (token.type !== 'blockquote_open') continue;
    const text = core.tokens[index + 1]?.type === 'paragraph_open' ? core.tokens[index + 2] : undefined;
    const match = FIRST_LINE.exec(text?.content ?? '');
    open.push(match !== null);
    if (!match || !text) continue;
    const kind = (match[1] as string).toLowerCase();
    token.tag = 'div';
    token.attrSet('class', `alert alert-${kind}`);
    result.push(...titleOf(core, (match[2] as string).trim() || kind.charAt(0).toUpperCase() + kind.slice(1), token));
    text.content = text.content.slice(match[0].length);
    // The paragraph contains only the mark.
    if (text.content.trim() === '') index += 3;
  }
  return result;
}

function titleOf(core: StateCore, title: string, quote: Token): Token[] {
  const open = new core.Token('paragraph_open', 'p', 1);
  const text = new core.Token('inline', '', 0);
  const close = new core.Token('paragraph_close', 'p', -1);
  for (const token of [open, text, close]) {
    token.block = true;
    token.level = quote.level + 1;
    token.map = quote.map;
  }
  open.attrSet('class', 'alert-title');
  text.content = title;
  text.children = [];
  return [open, text, close];
}
