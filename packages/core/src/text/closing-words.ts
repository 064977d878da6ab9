import { findReferences, type ReferenceTarget } from './references.ts';

/** A reference to an issue in a text. */
export interface NamedIssue extends ReferenceTarget {
  /** Whether a closing word stands before it: `Closes #12`. */
  isClosing: boolean;
}

/** More issues of one text are ignored. */
const MAX_NAMED = 200;

const CLOSING_WORD =
  /(?<![\p{L}\p{N}_-])(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?[ \t]+(?:issues?[ \t]+)?/giu;
const SEPARATOR = /^[ \t]*(?:,?[ \t]+and[ \t]+|,[ \t]*|[ \t]+)$/i;
/** Longer texts between two issues separate no list. A bound, because the expression backtracks over spaces. */
const MAX_SEPARATOR = 50;
/** The issues that a text names, each once; a closing word covers the whole list behind it: `Fixes #1, #2 and group/project#3`. */
export function namedIssues(text: string, origin: string | null = null): NamedIssue[] {
  const plain = withoutCode(text);
  const references = findReferences(plain, origin);
  const starts = new Set([...plain.matchAll(CLOSING_WORD)].map((match) => match.index + match[0].length));
  const found = new Map<string, NamedIssue>();
  let isList = false;
  let end = -1;
  for (const reference of references) {
    const isContinued: boolean = isList && isSeparator(plain.slice(end, reference.start));
    isList = reference.kind === 'issue' && (starts.has(reference.start) || isContinued);
    end = reference.end;
    if (reference.kind !== 'issue' || found.size >= MAX_NAMED) continue;
    const { kind, path, name } = reference;
    const key = `${path ?? ''}#${name}`;
    const isClosing = isList || (found.get(key)?.isClosing ?? false);
    found.set(key, { kind, path, name, isClosing });
  }
  return [...found.values()];
}

function isSeparator(between: string): boolean {
  return between.length <= MAX_SEPARATOR && SEPARATOR.test(between);
}

/**
 * The text with code of Markdown, which names nothing, replaced by spaces. One pass instead of one expression: expressions need
 * quadratic time for long rows of backticks, and a text has up to a megabyte.
 */
function withoutCode(text: string): string {
  return withoutSpans(withoutBlocks(text));
}

function withoutBlocks(text: string): string {
  let fence: string | null = null;
  const lines = text.split('\n').map((line) => {
    const opens: string | undefined = fence === null ? /^(?:`{3,}|~{3,})/.exec(line)?.[0] : undefined;
    if (fence === null && opens === undefined) return line;
    if (opens !== undefined) fence = opens;
    else if (fence !== null && line.startsWith(fence)) fence = null;
    return ' '.repeat(line.length);
  });
  return lines.join('\n');
}

/** A span ends at the next row of as many backticks as it begins with. */
function withoutSpans(text: string): string {
  const rows = [...text.matchAll(/`+/g)];
  const ends = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const length = rows[index]?.[0].length ?? 0;
    const next = nextOfLength.get(length);
    if (next !== undefined) ends.set(index, next);
    nextOfLength.set(length, index);
  }
  let plain = '';
  let done = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const start = rows[index]?.index ?? 0;
    const last = rows[ends.get(index) ?? -1];
    if (!last) continue;
    const end = last.index + last[0].length;
    plain += text.slice(done, start) + ' '.repeat(end - start);
    done = end;
    index = ends.get(index) ?? index;
  }
  return plain + text.slice(done);
}
