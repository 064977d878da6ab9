import { tokenKey, uniqueTokens, type FilterToken, type Operator, type TokenKind, type TokenOption } from './tokens.ts';

/** A token with its kind. */
export interface SearchToken extends FilterToken {
  symbol: string;
  title: string;
  options: readonly TokenOption[];
}

/** A token with its kind; one of an undeclared kind has its type as title. */
export function searchTokenOf(token: FilterToken, kinds: readonly TokenKind[]): SearchToken {
  const kind = kinds.find((candidate) => candidate.type === token.type);
  return {
    ...token,
    symbol: kind?.symbol ?? '',
    title: kind?.title ?? token.type,
    options: kind?.options ?? [],
  };
}

/** What the bar draws as one unit: a token, or all `or` tokens of one type together. */
export interface TokenGroup {
  type: string;
  operator: Operator;
  values: string[];
}

/** Groups the `or` tokens of one type, at the position of the first. */
export function groupTokens(tokens: readonly FilterToken[]): TokenGroup[] {
  const groups: TokenGroup[] = [];
  for (const { type, value } of uniqueTokens(tokens)) {
    const group = groups.find((other) => value.operator === 'or' && other.operator === 'or' && other.type === type);
    if (group) group.values.push(value.data);
    else groups.push({ type, operator: value.operator, values: [value.data] });
  }
  return groups;
}

/** The tokens of a group. */
export function tokensOfGroup({ type, operator, values }: TokenGroup): FilterToken[] {
  return values.map((data) => ({ type, value: { operator, data } }));
}

/**
 * The tokens in their previous order, new ones last. A URL stores them by kind, so otherwise tokens would change position when one
 * is added.
 */
export function inEarlierOrder(tokens: readonly FilterToken[], earlier: readonly FilterToken[]): FilterToken[] {
  const positions = new Map(earlier.map((token, index) => [tokenKey(token), index]));
  const positionOf = (token: FilterToken) => positions.get(tokenKey(token)) ?? earlier.length;
  return tokens.toSorted((one, other) => positionOf(one) - positionOf(other));
}
