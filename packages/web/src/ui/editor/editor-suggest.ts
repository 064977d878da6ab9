import type { ReactNode } from 'react';

export interface Suggestion {
  key: string;
  /** What stands in the text once it is chosen, its sign with it. */
  insert: string;
  title: string;
  detail?: string | undefined;
  icon?: ReactNode;
}

/** What an editor can suggest behind signs; where from is not the editor's business. */
export interface SuggestText {
  /** `@#&~%:/`, those that mean something here. */
  signs: string;
  find(sign: string, typed: string, signal: AbortSignal): Promise<readonly Suggestion[]>;
}

/** A sign somebody typed something behind. */
export interface Trigger {
  sign: string;
  typed: string;
  /** Where the sign stands. */
  start: number;
}

/** As far back as is looked for a sign. */
const REACH = 64;

/**
 * The sign that the caret stands behind; null where it stands behind none. A sign begins a word, `/` a line. Only a few characters
 * are looked at, however long the text is.
 */
export function triggerAt(text: string, caret: number, signs: string): Trigger | null {
  const from = Math.max(0, caret - REACH);
  for (let at = caret - 1; at >= from; at--) {
    const character = text.charAt(at);
    if (character === '\n') return null;
    if (!signs.includes(character)) continue;
    const typed = text.slice(at + 1, caret);
    const before = at === 0 ? '\n' : text.charAt(at - 1);
    const isBeginning = character === '/' ? before === '\n' : /[\s([{,;>]/.test(before);
    if (isBeginning && fits[character]?.test(typed)) return { sign: character, typed, start: at };
    if (character !== '"' && /\s/.test(typed) && !signs.includes(before)) continue;
  }
  return null;
}

/** What may be typed behind each sign. */
const fits: Readonly<Record<string, RegExp>> = {
  '@': /^[\w.-]*$/,
  '#': /^(?:\d*|[\p{L}][^\n"]{0,40})$/u,
  '&': /^(?:\d*|[\p{L}][^\n"]{0,40})$/u,
  '~': /^(?:[^\s"]*|"[^"\n]*)$/,
  '%': /^(?:[^\s"]*|"[^"\n]*)$/,
  ':': /^[a-z\d_+-]{2,}$/,
  '/': /^[a-z_]*$/,
};
