/**
 * Quick actions: lines such as `/close` or `/label ~bug` within a comment or a description. They are done when the text is
 * saved, and leave it. What stands in code is text.
 */
export interface QuickActionUse {
  /** As it was written, in small letters and without the stroke. */
  name: string;
  /** What followed on the line, without the spaces around it. */
  argument: string;
}

export interface SplitText {
  /** What is left of the text. The very same text where there was no action in it. */
  text: string;
  uses: QuickActionUse[];
}

/** What became of the actions of a text, each as a sentence. */
export interface QuickActionsOutcome {
  messages: readonly string[];
  errors: readonly string[];
  /** Those that were done, by name, with what they were given. */
  done: Readonly<Record<string, string>>;
}

const ACTION = /^ {0,3}\/([a-z][a-z_]{0,49})(?:[ \t]+(\S.*?))?[ \t]*$/i;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** Longer lines are prose. */
const MAX_LINE_LENGTH = 2_000;

/**
 * Takes the quick actions out of a text. `read` says what a line becomes: `use` for an action to be done, a text that stands in
 * its place, null for a line that is no action of ours and stays.
 */
export function splitQuickActions(
  text: string,
  read: (use: QuickActionUse) => 'use' | { text: string } | null,
): SplitText {
  // Most texts have no line that begins with a stroke, and some are a megabyte long.
  if (!/^ {0,3}\//m.test(text)) return { text, uses: [] };
  const kept: string[] = [];
  const uses: QuickActionUse[] = [];
  let fence: string | null = null;
  let isChanged = false;
  let isAfterUse = false;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (mark) fence = mark;
    const use = fence === null && !mark ? useOn(line) : null;
    const meaning = use && read(use);
    if (use && meaning === 'use') {
      uses.push(use);
      isChanged = isAfterUse = true;
    } else if (use && meaning !== null && meaning !== 'use') {
      kept.push(meaning.text);
      isChanged = true;
    } else if (!(isAfterUse && isBlank(line) && isBlank(kept.at(-1)))) {
      // Of the empty lines around what was taken out one is enough.
      kept.push(line);
      isAfterUse = false;
    }
  }
  return isChanged
    ? {
        text: kept
          .join('\n')
          .replace(/^\s*\n/, '')
          .trimEnd(),
        uses,
      }
    : { text, uses };
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function useOn(line: string): QuickActionUse | null {
  const match = line.length > MAX_LINE_LENGTH ? null : ACTION.exec(line.replace(/\r$/, ''));
  return match ? { name: (match[1] as string).toLowerCase(), argument: match[2] ?? '' } : null;
}

/** The words of an argument: `~bug ~"two words"` is two. */
export function wordsOf(argument: string): string[] {
  return argument.match(/[^\s"]*"[^"]*"|\S+/g) ?? [];
}

/** A word without the sign it may begin with and without quotes: `bug` of `~bug` and of `~"bug"`. */
export function nameIn(word: string, sign: string): string {
  const bare = word.startsWith(sign) ? word.slice(sign.length) : word;
  return bare.length > 1 && bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1) : bare;
}
