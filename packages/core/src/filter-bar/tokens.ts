/** How a token's value counts: exactly it, anything but it, or any of several. */
export const operators = ['is', 'is not', 'or'] as const;
export type Operator = (typeof operators)[number];

/** One condition of a search. The data is the value as an address writes it. */
export interface FilterToken {
  type: string;
  value: { operator: Operator; data: string };
}

/** One value that can be chosen, with what is shown for it. */
export interface TokenOption {
  value: string;
  title: string;
}

/** A kind of token: what a search can ask about. */
export interface TokenKind {
  type: string;
  title: string;
  /** Typed before a value it begins a token of this kind; empty where there is none. */
  symbol: string;
  operators: readonly [Operator, ...Operator[]];
  /** All its values, where they are few and known; else empty. */
  options: readonly TokenOption[];
}

/** A token together with what its kind says about it. */
export interface SearchToken extends FilterToken {
  symbol: string;
  title: string;
  options: readonly TokenOption[];
}

/** The type of the token that holds free text. */
export const textType = 'text';

/** Between the group and the number of an epic. */
export const epicMarker = '::&';

/** A token as the bar shows it. A kind that nobody declared shows its type as its title. */
export function searchTokenOf(token: FilterToken, kinds: readonly TokenKind[]): SearchToken {
  const kind = kinds.find((candidate) => candidate.type === token.type);
  return {
    ...token,
    symbol: kind?.symbol ?? '',
    title: kind?.title ?? token.type,
    options: kind?.options ?? [],
  };
}

/** Names a token: the same for tokens of the same type, operator and data, and only for those. */
export function tokenKey({ type, value }: FilterToken): string {
  return JSON.stringify([type, value.operator, value.data]);
}

/** The tokens without repetitions; of equal ones the first stays. */
export function uniqueTokens<Token extends FilterToken>(tokens: readonly Token[]): Token[] {
  const seen = new Set<string>();
  return tokens.filter((token) => {
    const key = tokenKey(token);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What the bar draws as one: a token, or all `or` tokens of one type together. */
export interface TokenGroup {
  type: string;
  operator: Operator;
  values: string[];
}

/** Puts the `or` tokens of one type together, at the place of the first. */
export function groupTokens(tokens: readonly FilterToken[]): TokenGroup[] {
  const groups: TokenGroup[] = [];
  for (const { type, value } of uniqueTokens(tokens)) {
    const group = groups.find((other) => value.operator === 'or' && other.operator === 'or' && other.type === type);
    if (group) group.values.push(value.data);
    else groups.push({ type, operator: value.operator, values: [value.data] });
  }
  return groups;
}

/** The tokens a group stands for. */
export function tokensOfGroup({ type, operator, values }: TokenGroup): FilterToken[] {
  return values.map((data) => ({ type, value: { operator, data } }));
}

/**
 * The tokens in the order they had before, new ones last: an address keeps them by kind, and a bar whose tokens change places
 * when one is added would be hard to read.
 */
export function inEarlierOrder(tokens: readonly FilterToken[], earlier: readonly FilterToken[]): FilterToken[] {
  const places = new Map(earlier.map((token, index) => [tokenKey(token), index]));
  const placeOf = (token: FilterToken) => places.get(tokenKey(token)) ?? earlier.length;
  return tokens.toSorted((one, other) => placeOf(one) - placeOf(other));
}
