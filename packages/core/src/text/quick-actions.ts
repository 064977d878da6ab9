/**
 * Quick actions: lines such as `/close` or `/label ~bug` in a comment or a description. They run when the text is saved and are
 * removed from it. In code they are text.
 */
export interface QuickActionUse {
  /** As written, in lower case and without the slash. */
  name: string;
  /** The rest of the line, trimmed. */
  argument: string;
}

export interface SplitText {
  /** The remaining text. The identical text if it had no action. */
  text: string;
  uses: QuickActionUse[];
}

/** The results of the actions, one sentence each. */
export interface QuickActionsOutcome {
  messages: readonly string[];
  errors: readonly string[];
  /** The actions that ran, with their arguments. */
  done: Readonly<Record<string, string>>;
}

const ACTION = /^ {0,3}\/([a-z][a-z_]{0,49})(?:[ \t]+(\S.*?))?[ \t]*$/i;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** Longer lines are not actions. */
const MAX_LINE_LENGTH = 2_000;

/**
 * Extracts the quick actions of a text. `read` decides about a line: `use` for an action to run, a text that replaces the line,
 * null for a line that is not an action and stays.
 */
export function splitQuickActions(
  text: string,
  read: (use: QuickActionUse) => 'use' | { text: string } | null,
): SplitText {
  // Most texts have no line that starts with a slash, and some are a megabyte long.
  if (!/^ {0,3}\//m.test(text)) return { text, uses: [] };
  const remaining: string[] = [];
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
      remaining.push(meaning.text);
      isChanged = true;
    } else if (!(isAfterUse && isBlank(line) && isBlank(remaining.at(-1)))) {
      // Keeps only one of the empty lines around a removed action.
      remaining.push(line);
      isAfterUse = false;
    }
  }
  return isChanged
    ? {
        text: remaining
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

/** Splits an argument into words: `~bug ~"two words"` has two. */
export function wordsOf(argument: string): string[] {
  return argument.match(/[^\s"]*"[^"]*"|\S+/g) ?? [];
}

/** A word without its sign and quotes: `bug` for `~bug` and `~"bug"`. */
export function nameIn(word: string, sign: string): string {
  const bare = word.startsWith(sign) ? word.slice(sign.length) : word;
  return bare.length > 1 && bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1) : bare;
}
