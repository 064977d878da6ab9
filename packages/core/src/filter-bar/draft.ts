import type { FilterToken, Operator, TokenGroup, TokenKind } from './tokens.ts';
import { groupTokens, textType, tokenKey, tokensOfGroup, uniqueTokens } from './tokens.ts';

/** A token while it is put together: its kind is known, then its operator, last its value. */
export interface Draft {
  type: string;
  operator: Operator | null;
  /** What it is to take the place of. That stays in force until the new value is chosen. */
  replaces: TokenGroup | null;
}

/** What is put together, and the tokens in force meanwhile. */
export interface Drafting {
  tokens: FilterToken[];
  draft: Draft | null;
}

/** A new token of a kind; an only operator needs no choosing. */
export function beginDraft(kind: TokenKind): Draft {
  return { type: kind.type, operator: kind.operators.length === 1 ? kind.operators[0] : null, replaces: null };
}

/** The kind whose symbol a text begins with. */
export function kindOfSymbol<Kind extends TokenKind>(text: string, kinds: readonly Kind[]): Kind | undefined {
  return kinds.find(({ symbol }) => symbol !== '' && text.startsWith(symbol));
}

/** The groups a bar shows beside a draft: all but what the draft is about. */
export function groupsOutsideDraft(tokens: readonly FilterToken[], draft: Draft | null): TokenGroup[] {
  return groupTokens(tokens).filter((group) => {
    if (draft?.type !== group.type) return true;
    if (draft.operator === 'or' && group.operator === 'or') return false;
    return draft.replaces === null || groupKey(draft.replaces) !== groupKey(group);
  });
}

/** The values an `or` draft has gathered. */
export function gatheredValues(tokens: readonly FilterToken[], draft: Draft): string[] {
  if (draft.operator !== 'or') return [];
  return tokens
    .filter(({ type, value }) => type === draft.type && value.operator === 'or')
    .map(({ value }) => value.data);
}

/** A value was chosen: an `or` draft takes it, or gives it back, and goes on; any other is done. */
export function withValue(tokens: readonly FilterToken[], draft: Draft, data: string): Drafting {
  const operator = draft.operator ?? 'is';
  const token: FilterToken = { type: draft.type, value: { operator, data } };
  const key = tokenKey(token);
  const isGathered = tokens.some((other) => tokenKey(other) === key);
  if (operator === 'or' && isGathered) {
    return { tokens: tokens.filter((other) => tokenKey(other) !== key), draft };
  }
  // Gathered values are a draft's own as long as it gathers.
  const isAnother = draft.replaces !== null && (draft.replaces.operator !== 'or' || operator !== 'or');
  const replaced = new Set(draft.replaces && isAnother ? keysOf(draft.replaces) : []);
  const at = tokens.findIndex((other) => replaced.has(tokenKey(other)));
  const rest = tokens.filter((other) => !replaced.has(tokenKey(other)));
  const next = uniqueTokens(rest.toSpliced(at === -1 ? rest.length : at, 0, token));
  return { tokens: next, draft: operator === 'or' ? { ...draft, replaces: null } : null };
}

/** One step back from an empty field: the last gathered value, the operator, then the kind. */
export function steppedBack(tokens: readonly FilterToken[], draft: Draft, kind: TokenKind | undefined): Drafting {
  const gathered = gatheredValues(tokens, draft);
  const last = gathered.at(-1);
  if (last !== undefined) return { tokens: withValue(tokens, draft, last).tokens, draft };
  const hasChoice = (kind?.operators.length ?? 0) > 1;
  return { tokens: [...tokens], draft: draft.operator !== null && hasChoice ? { ...draft, operator: null } : null };
}

/** The tokens without a group. */
export function withoutGroup(tokens: readonly FilterToken[], group: TokenGroup): FilterToken[] {
  const gone = new Set(keysOf(group));
  return tokens.filter((token) => !gone.has(tokenKey(token)));
}

/** The tokens with a text to search for, in place of `replaced` or beside what is there. */
export function withText(tokens: readonly FilterToken[], text: string, replaced: TokenGroup | null): FilterToken[] {
  const rest = replaced ? withoutGroup(tokens, replaced) : [...tokens];
  return text === '' ? rest : uniqueTokens([...rest, { type: textType, value: { operator: 'is', data: text } }]);
}

/** Names a group as a bar shows it. */
export function groupKey({ type, operator, values }: TokenGroup): string {
  return operator === 'or' ? JSON.stringify([type, operator]) : JSON.stringify([type, operator, values[0]]);
}

function keysOf(group: TokenGroup): string[] {
  return tokensOfGroup(group).map(tokenKey);
}
