import { DomainError } from '../errors.ts';

/** Limits of a search text, as published. */
export const MAX_SEARCH_LENGTH = 4096;
export const MAX_SEARCH_WORDS = 64;
export const MIN_SEARCH_LENGTH = 2;

/** Maximum exact count; larger ones are shown as "1,000+". */
export const MAX_SEARCH_COUNT = 1000;

export class SearchTooLongError extends DomainError {
  override name = 'SearchTooLongError';
  readonly code = 'SEARCH_TOO_LONG' as const;
  readonly kind = 'invalid' as const;
  constructor() {
    super(`A search has at most ${MAX_SEARCH_LENGTH.toLocaleString('en')} characters and ${MAX_SEARCH_WORDS} words`);
  }
}

/** A number or address of an item, which is shown before all other results. */
export interface SearchedReference {
  kind: 'epic' | 'issue' | 'any';
  /** The path of its group or project, or the end of that path; null for any. */
  path: string | null;
  iid: number;
}

export interface ParsedSearch {
  /** Each is found by its stem or as a prefix, in any order. In lower case, without punctuation. */
  words: readonly string[];
  /** Words that follow each other. */
  phrases: readonly string[];
  excluded: readonly string[];
  reference: SearchedReference | null;
}

const TERM = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;
/** Punctuation, which separates words; must match `search_plain` of the database. */
const PUNCTUATION = /[!-/:-@[-`{-~]+/g;

/**
 * Parses a search text: words, "quoted phrases" and -excluded words. Null for fewer than MIN_SEARCH_LENGTH characters. Throws SearchTooLongError beyond the limits.
 */
export function parseSearch(text: string): ParsedSearch | null {
  if (text.length > MAX_SEARCH_LENGTH) throw new SearchTooLongError();
  const trimmed = text.trim();
  if (trimmed.length < MIN_SEARCH_LENGTH) return null;
  const found: Record<'words' | 'phrases' | 'excluded', string[]> = { words: [], phrases: [], excluded: [] };
  for (const [, minus, quoted, bare] of trimmed.matchAll(TERM)) {
    const words = wordsOf(quoted ?? bare ?? '');
    if (words.length === 0) continue;
    if (minus) found.excluded.push(words.join(' '));
    else if (quoted === undefined) found.words.push(...words);
    else found.phrases.push(words.join(' '));
  }
  const count = Object.values(found).reduce((sum, terms) => sum + terms.join(' ').split(' ').filter(Boolean).length, 0);
  if (count > MAX_SEARCH_WORDS) throw new SearchTooLongError();
  return { ...found, reference: searchedReference(trimmed) };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().replaceAll(PUNCTUATION, ' ').split(/\s+/u).filter(Boolean);
}

const NUMBER = /^(?:([\w./-]+)?([#&]))?([1-9]\d{0,9})$/;
const ADDRESS =
  /^https?:\/\/[^/\s]+\/(?:groups\/)?([\w./-]+?)\/-\/(epics|issues|work_items)\/([1-9]\d{0,9})(?:[?#].*)?$/;

/** `#12`, `&5`, `path#12`, `group&5`, `12`, or the address of an item; null for any other text. */
export function searchedReference(text: string): SearchedReference | null {
  const address = ADDRESS.exec(text);
  if (address) {
    const [, path = '', list, iid] = address;
    return numbered(list === 'epics' ? 'epic' : list === 'issues' ? 'issue' : 'any', path, iid);
  }
  const [matched, path, sign, iid] = NUMBER.exec(text) ?? [];
  if (matched === undefined) return null;
  return numbered(sign === '#' ? 'issue' : sign === '&' ? 'epic' : 'any', path ?? null, iid);
}

function numbered(
  kind: SearchedReference['kind'],
  path: string | null,
  text: string | undefined,
): SearchedReference | null {
  const iid = Number(text);
  return iid > 0 && iid <= 2_147_483_647 ? { kind, path, iid } : null;
}
