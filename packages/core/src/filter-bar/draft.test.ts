import { describe, expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import {
  beginDraft,
  gatheredValues,
  groupsOutsideDraft,
  kindOfSymbol,
  draftStepBack,
  withoutGroup,
  withText,
  withValue,
} from './draft.ts';
import { groupTokens } from './groups.ts';
import type { FilterToken, Operator, TokenKind } from './tokens.ts';

const token = (type: string, operator: Operator, data: string): FilterToken => ({ type, value: { operator, data } });
const label: TokenKind = { type: 'label', title: 'Label', symbol: '~', operators: ['is', 'is not', 'or'], options: [] };
const epic: TokenKind = { type: 'epic', title: 'Epic', symbol: '&', operators: ['is'], options: [] };
const draft = (operator: Operator | null, replaces: FilterToken[] = []): Draft => ({
  type: 'label',
  operator,
  replaces: groupTokens(replaces)[0] ?? null,
});

test('an only operator needs no choosing', () => {
  expect(beginDraft(epic).operator).toBe('is');
  expect(beginDraft(label).operator).toBeNull();
});

test('a symbol names its kind', () => {
  expect(kindOfSymbol('~sta', [label, epic])).toBe(label);
  expect(kindOfSymbol('sta', [label, epic])).toBeUndefined();
});

describe('choosing a value', () => {
  test('a new token is last, and the draft ends', () => {
    const now = [token('author', 'is', 'ada')];
    expect(withValue(now, draft('is'), 'bug')).toEqual({ tokens: [...now, token('label', 'is', 'bug')], draft: null });
  });

  test('a changed token keeps its position', () => {
    const old = token('label', 'is', 'bug');
    const now = [old, token('author', 'is', 'ada')];
    expect(withValue(now, draft('is not', [old]), 'chore').tokens).toEqual([
      token('label', 'is not', 'chore'),
      token('author', 'is', 'ada'),
    ]);
  });

  test('"or" gathers values until it is left; a second choice of one gives it back', () => {
    const first = withValue([], draft('or'), 'a');
    expect(first.draft).not.toBeNull();
    const second = withValue(first.tokens, draft('or'), 'b');
    expect(gatheredValues(second.tokens, draft('or'))).toEqual(['a', 'b']);
    expect(withValue(second.tokens, draft('or'), 'a').tokens).toEqual([token('label', 'or', 'b')]);
  });

  test('"or" in place of another operator removes that token once', () => {
    const old = token('label', 'is', 'bug');
    const first = withValue([old], draft('or', [old]), 'a');
    expect(first).toEqual({ tokens: [token('label', 'or', 'a')], draft: draft('or') });
  });

  test('another operator in place of "or" removes all its values', () => {
    const old = [token('label', 'or', 'a'), token('label', 'or', 'b')];
    expect(withValue(old, draft('is', old), 'c').tokens).toEqual([token('label', 'is', 'c')]);
  });

  test('a changed "or" keeps its values', () => {
    const old = [token('label', 'or', 'a'), token('label', 'or', 'b')];
    expect(withValue(old, draft('or', old), 'c').tokens).toEqual([...old, token('label', 'or', 'c')]);
  });
});

test('what a draft is about is not shown twice', () => {
  const now = [token('label', 'or', 'a'), token('label', 'is', 'b'), token('author', 'or', 'ada')];
  expect(groupsOutsideDraft(now, null)).toHaveLength(3);
  expect(groupsOutsideDraft(now, draft('or')).map(({ values }) => values)).toEqual([['b'], ['ada']]);
  expect(groupsOutsideDraft(now, draft('is', [now[1] as FilterToken])).map(({ values }) => values)).toEqual([
    ['a'],
    ['ada'],
  ]);
});

test('backspace: gathered values, the operator, the kind', () => {
  const now = [token('label', 'or', 'a')];
  const one = draftStepBack(now, draft('or'), label);
  expect(one).toEqual({ tokens: [], draft: draft('or') });
  expect(draftStepBack([], draft('or'), label).draft).toEqual(draft(null));
  expect(draftStepBack([], draft(null), label).draft).toBeNull();
  expect(draftStepBack([], { ...draft('is'), type: 'epic' }, epic).draft).toBeNull();
});

test('text is added, changed and removed', () => {
  const now = [token('label', 'is', 'a'), token('text', 'is', 'swap')];
  expect(withText(now, 'space', null)).toEqual([...now, token('text', 'is', 'space')]);
  const group = { type: 'text', operator: 'is', values: ['swap'] } as const;
  expect(withText(now, 'space', { ...group, values: ['swap'] })).toEqual([now[0], token('text', 'is', 'space')]);
  expect(withText(now, '', { ...group, values: ['swap'] })).toEqual([now[0]]);
  expect(withoutGroup(now, { ...group, values: ['swap'] })).toEqual([now[0]]);
});
