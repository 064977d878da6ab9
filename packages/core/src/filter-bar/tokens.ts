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

/** The type of the free-text token. */
export const textType = 'text';

/** The separator of group and number in the value of an epic token. */
export const epicMarker = '::&';

/** The identity of a token: equal exactly for tokens of the same type, operator and data. */
export function tokenKey({ type, value }: FilterToken): string {
  return JSON.stringify([type, value.operator, value.data]);
}

/** Removes duplicates, keeping the first of each. */
export function uniqueTokens<Token extends FilterToken>(tokens: readonly Token[]): Token[] {
  const seen = new Set<string>();
  return tokens.filter((token) => {
    const key = tokenKey(token);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
