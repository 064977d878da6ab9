import type { MarkdownIt, StateBlock } from 'markdown-it';

const MARK = '>>>';

/** Lines between two lines `>>>` are a quote. */
export function quoteRules(md: MarkdownIt): void {
  md.block.ruler.before('blockquote', 'quote_lines', readQuote, { alt: ['paragraph', 'reference', 'list'] });
}

function readQuote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!isMark(state, startLine)) return false;
  const end = endOfQuote(state, startLine + 1, endLine);
  if (end === null) return false;
  if (silent) return true;
  const { parentType, lineMax } = state;
  state.parentType = 'blockquote';
  state.lineMax = end;
  state.push('blockquote_open', 'blockquote', 1).map = [startLine, end + 1];
  state.md.block.tokenize(state, startLine + 1, end);
  state.push('blockquote_close', 'blockquote', -1);
  state.parentType = parentType;
  state.lineMax = lineMax;
  state.line = end + 1;
  return true;
}

/** The line that closes a quote; null if the list item or the text around it ends before. */
function endOfQuote(state: StateBlock, from: number, endLine: number): number | null {
  for (let line = from; line < endLine; line++) {
    if (!state.isEmpty(line) && (state.sCount[line] as number) < state.blkIndent) return null;
    if (isMark(state, line)) return line;
  }
  return null;
}

function isMark(state: StateBlock, line: number): boolean {
  const start = (state.bMarks[line] as number) + (state.tShift[line] as number);
  const isIndentedCode = (state.sCount[line] as number) - state.blkIndent >= 4;
  return !isIndentedCode && state.src.slice(start, state.eMarks[line]).trimEnd() === MARK;
}
