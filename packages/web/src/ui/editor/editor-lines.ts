import type { EditorArea } from './editor-area.ts';

/** Longer lines are prose and not checked for list markers. */
const MAX_LINE_LENGTH = 2_000;
const ITEM = /^(\s*)((?:[-*+]|(\d{1,9})([.)]))\s+)(\[[ xX]\]\s+)?(.*)$/;
const QUOTE = /^(\s*(?:>\s?)+)(.*)$/;
/** The indentation of a list item's text. */
const STEP = '  ';

/** What Enter writes behind a line of a list or quote: the next item; `null` for any other line, '' to end an empty item. */
export function nextItem(line: string): string | null {
  if (line.length > MAX_LINE_LENGTH) return null;
  const item = ITEM.exec(line);
  if (item) {
    const [, indent = '', marker = '', number, dot, box, rest] = item;
    if (rest === '') return '';
    const next = number === undefined ? marker : marker.replace(number + dot, `${Number(number) + 1}${dot}`);
    return indent + next + (box === undefined ? '' : '[ ] ');
  }
  const quote = QUOTE.exec(line);
  if (!quote) return null;
  return quote[2] === '' ? '' : (quote[1] ?? '');
}

/** Enter continues a list, and ends it in an empty item. True if handled. */
export function continueList(area: EditorArea): boolean {
  const { value, selectionStart: at, selectionEnd } = area;
  if (at !== selectionEnd) return false;
  const from = value.lastIndexOf('\n', at - 1) + 1;
  const line = value.slice(from, at);
  // Only at the end of a line's text: otherwise Enter splits the line.
  const next = line === '' ? null : nextItem(line);
  if (next === null) return false;
  if (next === '') area.type(from, at, '');
  else area.type(at, at, `\n${next}`);
  return true;
}

/** Moves the lines of the selection one step in or out. */
export function indentLines(area: EditorArea, isIn: boolean): void {
  const { value, selectionStart, selectionEnd } = area;
  const from = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const after = value.indexOf('\n', selectionEnd);
  const to = after === -1 ? value.length : after;
  const lines = value.slice(from, to).split('\n');
  const changed = lines.map((line) => (isIn ? STEP + line : line.replace(/^(?: {1,2}|\t)/, ''))).join('\n');
  const isOne = selectionStart === selectionEnd;
  const grown = from + changed.length - to;
  area.type(from, to, changed);
  if (isOne) area.setSelectionRange(Math.max(from, selectionStart + grown), Math.max(from, selectionStart + grown));
  else area.setSelectionRange(from, from + changed.length);
}
