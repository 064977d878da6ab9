import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery } from '../query.ts';
import { filtersOf, tokensOf } from './filter-tokens.ts';
import { readFilters } from './filters.ts';

const read = (query: string) => readFilters(parseQuery(query));

test('every filter of an address is a token, the free text last', () => {
  const tokens = tokensOf(
    read(
      'search=swap&label_name[]=a&author_username=ada&milestone_title=v1&my_reaction_emoji=heart&confidential=true' +
        '&epic_iid=g::%2612&group_path=g/s&not[label_name][]=b&or[author_username]=bo&custom-field[7]=3',
    ),
  );
  expect(tokens.map(({ type, value }) => `${type} ${value.operator} ${value.data}`)).toEqual([
    'author is ada',
    'author or bo',
    'label is a',
    'label is not b',
    'milestone is v1',
    'epic is g::&12',
    'reaction is heart',
    'group is g/s',
    'confidential is yes',
    'custom-field[7] is 3',
    'text is swap',
  ]);
});

test('of what can only be one thing the last token counts; texts are joined', () => {
  const filters = filtersOf([
    { type: 'author', value: { operator: 'is', data: 'ada' } },
    { type: 'author', value: { operator: 'is', data: 'bo' } },
    { type: 'text', value: { operator: 'is', data: 'swap' } },
    { type: 'text', value: { operator: 'is', data: 'space' } },
  ]);
  expect(filters.authorUsername).toBe('bo');
  expect(filters.search).toBe('swap space');
});

test('filters become tokens and filters again without loss', () => {
  const text = fc.string({ maxLength: 12 }).map((value) => value.trim());
  const texts = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 3 });
  const filters = fc.record({
    search: text,
    labelName: texts,
    authorUsername: text,
    milestoneTitle: text,
    myReactionEmoji: text,
    confidential: fc.option(fc.boolean()),
    epicIid: fc.nat(999).map(String),
    groupPath: text,
    not: fc.record({ labelName: texts, authorUsername: text, myReactionEmoji: text }),
    or: fc.record({ labelName: texts, authorUsername: texts }),
    customFields: fc.constant([['custom-field[7]', '3'] as const]),
  });
  fc.assert(
    fc.property(filters, (value) => {
      expect(filtersOf(tokensOf(value))).toEqual(value);
    }),
  );
});
