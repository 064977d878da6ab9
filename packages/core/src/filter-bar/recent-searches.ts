import type { FilterToken } from './tokens.ts';
import { operators, tokenKey, uniqueTokens } from './tokens.ts';

/** The tokens of one search. */
export type Search = readonly FilterToken[];

/** The number of searches stored; the oldest is dropped. */
export const maxRecentSearches = 5;

/** The stored text is not a list of searches. */
export class RecentSearchesError extends Error {
  override name = 'RecentSearchesError';
}

/** The storage key of a list's recent searches: one per kind, for epics one per group. */
export function recentSearchesKey(kind: string, groupPath: string): string {
  return kind === 'epics' ? `${groupPath}-epics-recent-searches` : `${kind}-recent-searches`;
}

/** Parses the output of {@link printRecentSearches}, most recent first. Throws a RecentSearchesError for anything else. */
export function readRecentSearches(stored: string | null): Search[] {
  if (stored === null) return [];
  let found: unknown;
  try {
    found = JSON.parse(stored);
  } catch (cause) {
    throw new RecentSearchesError('The recent searches are not JSON', { cause });
  }
  if (!Array.isArray(found) || !found.every(isSearch)) throw new RecentSearchesError('Not a list of searches');
  return found.slice(0, maxRecentSearches);
}

export function printRecentSearches(searches: readonly Search[]): string {
  return JSON.stringify(searches);
}

/**
 * Adds a search. An empty search is ignored, an existing one moves to the front, and one that narrows the most recent one
 * replaces it: otherwise the intermediate steps would push other searches out.
 */
export function withRecentSearch(searches: readonly Search[], search: Search): Search[] {
  const added = uniqueTokens(search.filter(({ value }) => value.data.trim() !== ''));
  if (added.length === 0) return [...searches];
  const keys = new Set(added.map(tokenKey));
  const [latest, ...others] = searches;
  const isStep = latest !== undefined && latest.every((token) => keys.has(tokenKey(token)));
  const remaining = (isStep ? others : searches).filter((other) => searchKey(other) !== searchKey(added));
  return [added, ...remaining].slice(0, maxRecentSearches);
}

/** Whether two searches have the same tokens, in any order. */
export function searchKey(search: Search): string {
  return uniqueTokens(search).map(tokenKey).sort().join('\n');
}

function isSearch(value: unknown): value is Search {
  return Array.isArray(value) && value.every(isToken);
}

function isToken(value: unknown): value is FilterToken {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('value' in value)) return false;
  const { type, value: inner } = value;
  return (
    typeof type === 'string' &&
    typeof inner === 'object' &&
    inner !== null &&
    'operator' in inner &&
    operators.some((operator) => operator === inner.operator) &&
    'data' in inner &&
    typeof inner.data === 'string'
  );
}
