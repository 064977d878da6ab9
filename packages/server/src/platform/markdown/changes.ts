import type { MarkdownIt, StateInline } from 'markdown-it';

/** Each opening mark with its closing one. */
const MARKS: Readonly<Record<string, string>> = { '{+': '+}', '[+': '+]', '{-': '-}', '[-': '-]' };
/** Characters of one change; a longer one stays text. Each mark is searched this far. */
const LENGTH = 1000;

/** `{+ added +}` and `[- removed -]`, with either brackets. */
export function changeRules(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'change', readChange);
}

function readChange(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const close = MARKS[src.slice(pos, pos + 2)];
  if (close === undefined) return false;
  const within = src.slice(pos + 2, Math.min(posMax, pos + LENGTH));
  const length = within.indexOf(close);
  const text = within.slice(0, Math.max(length, 0));
  if (text.trim() === '' || text.includes('\n')) return false;
  const end = pos + 2 + length;
  // `[-](address)` is a link.
  if (close.endsWith(']') && /[([:]/.test(src.charAt(end + 2))) return false;
  if (!silent) {
    const tag = close.startsWith('+') ? 'ins' : 'del';
    state.push(`${tag}_open`, tag, 1);
    state.pos = pos + 2 + (text.length - text.trimStart().length);
    state.posMax = pos + 2 + text.trimEnd().length;
    state.md.inline.tokenize(state);
    state.push(`${tag}_close`, tag, -1);
    state.posMax = posMax;
  }
  state.pos = end + 2;
  return true;
}
