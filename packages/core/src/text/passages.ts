/** A part of a text, in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

export interface Passage {
  text: string;
  /** The matched words, in order. */
  ranges: readonly TextRange[];
}

/** A matched word of a text, with the index of the searched word. */
export interface MatchedWord extends TextRange {
  term: number;
}

export const MAX_PASSAGE_LENGTH = 300;
/** Characters shown before the first match. */
const LEAD = 60;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a text, with their positions. */
export function wordsIn(text: string): { word: string; start: number; end: number }[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }));
}

/** In lower case and without accents, as words are compared. */
export function foldWord(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The first part of a text, of at most `maxLength` characters, that contains the most of the searched words. */
export function passageOf(text: string, matches: readonly MatchedWord[], maxLength = MAX_PASSAGE_LENGTH): Passage {
  if (text.length <= maxLength) return { text, ranges: matches.map(({ start, end }) => ({ start, end })) };
  const first = bestStart(matches, maxLength - LEAD - 2);
  const from = first === null ? 0 : wordStart(text, Math.min(Math.max(0, first - LEAD), text.length - maxLength + 2));
  const head = from > 0 ? '…' : '';
  const room = maxLength - head.length - 1;
  const isWhole = from + room + 1 >= text.length;
  const to = isWhole ? text.length : wordEnd(text, from, from + room);
  const shift = from - head.length;
  return {
    text: head + text.slice(from, to) + (isWhole ? '' : '…'),
    ranges: matches
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start - shift, end: end - shift })),
  };
}

/** The start of the window with the most different words; null without a match. */
function bestStart(matches: readonly MatchedWord[], width: number): number | null {
  let best: { start: number; terms: number } | null = null;
  const counts = new Map<number, number>();
  let last = 0;
  for (const [index, { start, term }] of matches.entries()) {
    for (; last < matches.length; last++) {
      const next = matches[last];
      if (!next || next.end - start > width) break;
      counts.set(next.term, (counts.get(next.term) ?? 0) + 1);
    }
    if (!best || counts.size > best.terms) best = { start, terms: Math.max(counts.size, 1) };
    if (last <= index) last = index + 1;
    const rest = (counts.get(term) ?? 1) - 1;
    if (rest > 0) counts.set(term, rest);
    else counts.delete(term);
  }
  return best?.start ?? null;
}

/** The start of the next word, so that a passage does not begin within a word. */
function wordStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at, at + LEAD / 2).search(/\s/u);
  return space === -1 ? at : at + space + 1;
}

function wordEnd(text: string, from: number, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return space > from + LEAD ? space : at;
}
