import type { ReactNode } from 'react';

export interface Suggestion {
  key: string;
  /** The text that is inserted when chosen, including its sign. */
  insert: string;
  title: string;
  detail?: string | undefined;
  icon?: ReactNode;
  /** In place of inserting a text: an action, which Enter takes only after an arrow key chose it. Null: a note. */
  perform?: (() => void) | null;
}

/** A source of suggestions for the text after a sign. */
export interface SuggestText {
  /** The supported ones of `@#&~%:/`. */
  signs: string;
  find(sign: string, typed: string, signal: AbortSignal): Promise<readonly Suggestion[]>;
}

/** A sign followed by typed text. */
export interface Trigger {
  sign: string;
  typed: string;
  /** The position of the sign. */
  start: number;
}

/** The number of characters before the caret that are searched for a sign. */
const REACH = 64;

/**
 * The sign before the caret; null if there is none. A sign starts a word, `/` starts a line. Only a few characters are
 * examined, however long the text is.
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
