import { groupTokens, type TokenGroup, tokensOfGroup } from './groups.ts';
import type { FilterToken, Operator, TokenKind } from './tokens.ts';
import { textType, tokenKey, uniqueTokens } from './tokens.ts';

/** A token being composed: first its kind, then its operator, last its value. */
export interface Draft {
  type: string;
  operator: Operator | null;
  /** The token to replace, which stays active until the new value is chosen; null for a new token. */
  replaces: TokenGroup | null;
}

/** A draft and the active tokens. */
export interface Drafting {
  tokens: FilterToken[];
  draft: Draft | null;
}

/** A draft of a kind; a single operator is preset. */
export function beginDraft(kind: TokenKind): Draft {
  return { type: kind.type, operator: kind.operators.length === 1 ? kind.operators[0] : null, replaces: null };
}

/** The kind whose symbol the text starts with. */
export function kindOfSymbol<Kind extends TokenKind>(text: string, kinds: readonly Kind[]): Kind | undefined {
  return kinds.find(({ symbol }) => symbol !== '' && text.startsWith(symbol));
}

/** The groups that a bar shows with a draft: all but the one being edited. */
export function groupsOutsideDraft(tokens: readonly FilterToken[], draft: Draft | null): TokenGroup[] {
  return groupTokens(tokens).filter((group) => {
    if (draft?.type !== group.type) return true;
    if (draft.operator === 'or' && group.operator === 'or') return false;
    return draft.replaces === null || groupKey(draft.replaces) !== groupKey(group);
  });
}

/** The values that an `or` draft has collected. */
export function gatheredValues(tokens: readonly FilterToken[], draft: Draft): string[] {
  if (draft.operator !== 'or') return [];
  return tokens
    .filter(({ type, value }) => type === draft.type && value.operator === 'or')
    .map(({ value }) => value.data);
}

/** Chooses a value: an `or` draft toggles it and continues; any other draft is finished. */
export function withValue(tokens: readonly FilterToken[], draft: Draft, data: string): Drafting {
  const operator = draft.operator ?? 'is';
  const token: FilterToken = { type: draft.type, value: { operator, data } };
  const key = tokenKey(token);
  const isGathered = tokens.some((other) => tokenKey(other) === key);
  if (operator === 'or' && isGathered) {
    return { tokens: tokens.filter((other) => tokenKey(other) !== key), draft };
  }
  // Collected values belong to the draft until it is finished.
  const isAnother = draft.replaces !== null && (draft.replaces.operator !== 'or' || operator !== 'or');
  const replaced = new Set(draft.replaces && isAnother ? keysOf(draft.replaces) : []);
  const at = tokens.findIndex((other) => replaced.has(tokenKey(other)));
  const rest = tokens.filter((other) => !replaced.has(tokenKey(other)));
  const next = uniqueTokens(rest.toSpliced(at === -1 ? rest.length : at, 0, token));
  return { tokens: next, draft: operator === 'or' ? { ...draft, replaces: null } : null };
}

/** One step back from an empty field: the last collected value, the operator, then the kind. */
export function draftStepBack(tokens: readonly FilterToken[], draft: Draft, kind: TokenKind | undefined): Drafting {
  const gathered = gatheredValues(tokens, draft);
  const last = gathered.at(-1);
  if (last !== undefined) return { tokens: withValue(tokens, draft, last).tokens, draft };
  const hasChoice = (kind?.operators.length ?? 0) > 1;
  return { tokens: [...tokens], draft: draft.operator !== null && hasChoice ? { ...draft, operator: null } : null };
}

/** The tokens without those of a group. */
export function withoutGroup(tokens: readonly FilterToken[], group: TokenGroup): FilterToken[] {
  const removed = new Set(keysOf(group));
  return tokens.filter((token) => !removed.has(tokenKey(token)));
}

/** The tokens with a search text, which replaces `replaced` or is added. */
export function withText(tokens: readonly FilterToken[], text: string, replaced: TokenGroup | null): FilterToken[] {
  const rest = replaced ? withoutGroup(tokens, replaced) : [...tokens];
  return text === '' ? rest : uniqueTokens([...rest, { type: textType, value: { operator: 'is', data: text } }]);
}

/** The key of a group in a bar. */
export function groupKey({ type, operator, values }: TokenGroup): string {
  return operator === 'or' ? JSON.stringify([type, operator]) : JSON.stringify([type, operator, values[0]]);
}

function keysOf(group: TokenGroup): string[] {
  return tokensOfGroup(group).map(tokenKey);
}
