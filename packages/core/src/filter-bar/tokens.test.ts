import { describe, expect, test } from 'vitest';
import { filtersOf } from '../filters/table.ts';
import { groupTokens, inEarlierOrder, searchTokenOf, tokensOfGroup } from './groups.ts';
import type { FilterToken, Operator, TokenKind } from './tokens.ts';
import { epicMarker, operators, uniqueTokens } from './tokens.ts';

const token = (type: string, operator: Operator, data: string): FilterToken => ({ type, value: { operator, data } });
const label: TokenKind = { type: 'label', title: 'Label', symbol: '~', operators: ['is', 'is not', 'or'], options: [] };

test('a search token has type, value (operator and data), symbol, title and options', () => {
  const options = [{ value: 'yes', title: 'Yes' }];
  const kinds = [label, { ...label, type: 'confidential', title: 'Confidential', symbol: '', options }];
  expect(searchTokenOf(token('label', 'is not', 'bug'), kinds)).toEqual({
    type: 'label',
    value: { operator: 'is not', data: 'bug' },
    symbol: '~',
    title: 'Label',
    options: [],
  });
  expect(searchTokenOf(token('confidential', 'is', 'yes'), kinds).options).toEqual(options);
});

test('a token that no kind declares shows its type', () => {
  expect(searchTokenOf(token('custom-field[7]', 'is', '3'), [label])).toMatchObject({
    title: 'custom-field[7]',
    symbol: '',
    options: [],
  });
});

test('the operators', () => expect(operators).toEqual(['is', 'is not', 'or']));

test('the symbols, and what parts an epic from its group', () => {
  const symbols = filtersOf('epics').flatMap(({ name, symbol }) => (symbol ? [`${name} ${symbol}`] : []));
  expect(symbols).toEqual(['author @', 'label ~', 'milestone %', 'epic &']);
  expect(epicMarker).toBe('::&');
});

describe('duplicates', () => {
  test('of the same type, operator and value the first one stays', () => {
    const first = token('label', 'is', 'a');
    const second = token('label', 'is', 'a');
    const left = uniqueTokens([first, token('label', 'is', 'b'), second]);
    expect(left).toHaveLength(2);
    expect(left[0]).toBe(first);
  });

  test('tokens that differ in type, operator or value are all kept', () => {
    const all = [
      token('label', 'is', 'a'),
      token('milestone', 'is', 'a'),
      token('label', 'is not', 'a'),
      token('label', 'is', 'b'),
    ];
    expect(uniqueTokens(all)).toEqual(all);
  });
});

test('"or" tokens of one type are one group at the position of the first; all others are separate', () => {
  const tokens = [
    token('label', 'or', 'a'),
    token('author', 'or', 'ada'),
    token('label', 'is', 'c'),
    token('label', 'or', 'b'),
  ];
  const groups = groupTokens(tokens);
  expect(groups.map(({ values }) => values)).toEqual([['a', 'b'], ['ada'], ['c']]);
  expect(groups.flatMap(tokensOfGroup)).toHaveLength(4);
  expect(groups[0] && tokensOfGroup(groups[0])).toEqual([tokens[0], tokens[3]]);
});

test('tokens keep their positions, and new ones come last', () => {
  const [a, b, c] = [token('label', 'is', 'a'), token('author', 'is', 'ada'), token('epic', 'is', '1')];
  expect(inEarlierOrder([b, a, c], [a, b])).toEqual([a, b, c]);
  expect(inEarlierOrder([b, c, a], [])).toEqual([b, c, a]);
});
