import type { EditorArea } from './editor-area.ts';

export type Format =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'quote'
  | 'code'
  | 'link'
  | 'bullets'
  | 'numbers'
  | 'tasks'
  | 'table'
  | 'heading'
  | 'details';

/** A text with a selection: where it begins, and the position after its end. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** The replacement of `start` to `end`, and the selection in it afterwards. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
  selectFrom: number;
  selectTo: number;
}

const marks = { bold: '**', italic: '_', strike: '~~' } as const;
const prefixes = {
  quote: () => '> ',
  bullets: () => '- ',
  tasks: () => '- [ ] ',
  numbers: (n: number) => `${n}. `,
  heading: () => '## ',
} as const;
const TABLE = '| Header | Header |\n| --- | --- |\n| Cell | Cell |\n';

/** Applies a format to the selection, or removes it if present. */
export function formatted(selected: Selected, format: Format): Replacement {
  const { text, start, end } = selected;
  const inner = text.slice(start, end);
  if (format === 'bold' || format === 'italic' || format === 'strike')
    return marked(selected, marks[format], marks[format]);
  if (format === 'code') {
    return inner.includes('\n') ? marked(selected, '```\n', '\n```') : marked(selected, '`', '`');
  }
  if (format === 'link') {
    const replaced = `[${inner}](url)`;
    const at = start + inner.length + 3;
    return { start, end, text: replaced, selectFrom: at, selectTo: at + 3 };
  }
  if (format === 'table') {
    const before = start > 0 && text[start - 1] !== '\n' ? '\n\n' : '';
    return {
      start,
      end,
      text: before + TABLE,
      selectFrom: start + before.length + 2,
      selectTo: start + before.length + 8,
    };
  }
  if (format === 'details') return folded(selected);
  return listed(selected, prefixes[format]);
}

/** A collapsible section around the selection; its summary is selected afterwards. */
function folded({ text, start, end }: Selected): Replacement {
  const before = start > 0 && text[start - 1] !== '\n' ? '\n\n' : '';
  const head = `${before}<details>\n<summary>`;
  const summary = 'Summary';
  const inner = text.slice(start, end);
  return {
    start,
    end,
    text: `${head}${summary}</summary>\n\n${inner}\n\n</details>\n`,
    selectFrom: start + head.length,
    selectTo: start + head.length + summary.length,
  };
}

function marked({ text, start, end }: Selected, before: string, after: string): Replacement {
  const inner = text.slice(start, end);
  const isOn = text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after;
  if (isOn) {
    const from = start - before.length;
    return { start: from, end: end + after.length, text: inner, selectFrom: from, selectTo: from + inner.length };
  }
  const from = start + before.length;
  return { start, end, text: before + inner + after, selectFrom: from, selectTo: from + inner.length };
}

/** Prefixes whole lines; removes the prefix if all lines have it. */
function listed({ text, start, end }: Selected, prefixOf: (number: number) => string): Replacement {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const after = text.indexOf('\n', end);
  const to = after === -1 ? text.length : after;
  const lines = text.slice(from, to).split('\n');
  const isOn = lines.every((line, index) => line.startsWith(prefixOf(index + 1)));
  const changed = lines.map((line, index) =>
    isOn ? line.slice(prefixOf(index + 1).length) : prefixOf(index + 1) + line,
  );
  const replaced = changed.join('\n');
  return { start: from, end: to, text: replaced, selectFrom: from + replaced.length, selectTo: from + replaced.length };
}

/** The same in a field, as if it were typed: it can be undone. */
export function applyFormat(area: EditorArea, format: Format): void {
  const { value, selectionStart, selectionEnd } = area;
  const { start, end, text, selectFrom, selectTo } = formatted(
    { text: value, start: selectionStart, end: selectionEnd },
    format,
  );
  area.type(start, end, text);
  area.setSelectionRange(selectFrom, selectTo);
}
