/** How a token's value matches: exactly it, not it, or any of several. */
export const operators = ['is', 'is not', 'or'] as const;
export type Operator = (typeof operators)[number];

/** One condition of a search. The data is the value as in an address. */
export interface FilterToken {
  type: string;
  value: { operator: Operator; data: string };
}

/** A value that can be chosen, with its display text. */
export interface TokenOption {
  value: string;
  title: string;
}

/** A kind of token: a field that a search can filter by. */
export interface TokenKind {
  type: string;
  title: string;
  /** Typing it before a value starts a token of this kind; empty if there is none. */
  symbol: string;
  operators: readonly [Operator, ...Operator[]];
  /** All values if they are few and known, otherwise empty. */
  options: readonly TokenOption[];
}

/** A token with its kind. */
export interface SearchToken extends FilterToken {
  symbol: string;
  title: string;
  options: readonly TokenOption[];
}

/** The type of the free-text token. */
export const textType = 'text';

/** Between the group and the number of an epic. */
export const epicMarker = '::&';

/** A token as the bar shows it. An undeclared kind shows its type as its title. */
export function searchTokenOf(token: FilterToken, kinds: readonly TokenKind[]): SearchToken {
  const kind = kinds.find((candidate) => candidate.type === token.type);
  return {
    ...token,
    symbol: kind?.symbol ?? '',
    title: kind?.title ?? token.type,
    options: kind?.options ?? [],
  };
}

/** The identity of a token: equal exactly for tokens of the same type, operator and data. */
export function tokenKey({ type, value }: FilterToken): string {
  return JSON.stringify([type, value.operator, value.data]);
}

/** The tokens without duplicates; the first one stays. */
export function uniqueTokens<Token extends FilterToken>(tokens: readonly Token[]): Token[] {
  const seen = new Set<string>();
  return tokens.filter((token) => {
    const key = tokenKey(token);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
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
 * The tokens in their previous order, new ones last. An address stores them by kind, and tokens that change position when one
 * is added would be hard to read.
 */
export function inEarlierOrder(tokens: readonly FilterToken[], earlier: readonly FilterToken[]): FilterToken[] {
  const positions = new Map(earlier.map((token, index) => [tokenKey(token), index]));
  const positionOf = (token: FilterToken) => positions.get(tokenKey(token)) ?? earlier.length;
  return tokens.toSorted((one, other) => positionOf(one) - positionOf(other));
}
