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
/** Code in Markdown names nothing. */
const CODE = /(^|\n)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n\2[^\n]*(?=\n|$)|$)|(`+)[^`][\s\S]*?\3/g;

/** The issues that a text names, each once; a closing word covers the whole list behind it: `Fixes #1, #2 and group/project#3`. */
export function namedIssues(text: string, origin: string | null = null): NamedIssue[] {
  const plain = text.replaceAll(CODE, (code) => ' '.repeat(code.length));
  const references = findReferences(plain, origin);
  const starts = new Set([...plain.matchAll(CLOSING_WORD)].map((match) => match.index + match[0].length));
  const found = new Map<string, NamedIssue>();
  let isList = false;
  let end = -1;
  for (const reference of references) {
    const isContinued: boolean = isList && SEPARATOR.test(plain.slice(end, reference.start));
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
