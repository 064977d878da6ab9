import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterArguments } from '../filters/arguments.ts';
import { readTokens, writeTokens } from '../filters/address.ts';
import type { FilterToken } from '../filter-bar/tokens.ts';
import { filtersOf, operatorsOf } from '../filters/table.ts';
import { parseQuery, printQuery } from '../query.ts';
import { epicNumberOf, filterParamsOf, hasFilters } from './filters.ts';

const tokens = (query: string) =>
  readTokens('epics', query).map(({ type, value }) => `${type} ${value.operator} ${value.data}`);
const asked = (query: string) => filterArguments('epics', readTokens('epics', query));

describe('filters in the address', () => {
  test.each([
    ['confidential=true', ['confidential is yes']],
    ['confidential=false', ['confidential is no']],
    ['confidential=perhaps', []],
    ['author_username=ada', ['author is ada']],
    ['label_name[]=a&label_name[]=b&label_name[]=a', ['label is a', 'label is b']],
    ['milestone_title=v1.34', ['milestone is v1.34']],
    ['my_reaction_emoji=thumbsup', ['reaction is thumbsup']],
    ['epic_iid=12', ['epic is 12']],
    ['group_path=a/b', ['group is a/b']],
    ['search=swap%20memory', ['text is swap memory']],
    ['not[author_username]=ada', ['author is not ada']],
    ['not[my_reaction_emoji]=heart', ['reaction is not heart']],
    ['not[label_name][]=a&not[label_name][]=b', ['label is not a', 'label is not b']],
    ['or[label_name][]=a&or[label_name][]=b', ['label or a', 'label or b']],
    ['or[author_username]=ada&or[author_username]=bo', ['author or ada', 'author or bo']],
    [
      'custom-field[7]=3&custom-field[7][]=3&custom-field[7][]=4&custom-field=5&custom-field[]=6',
      ['custom-field[7] is 3', 'custom-field[7] is 4'],
    ],
  ])('%s', (address, expected) => expect(tokens(address)).toEqual(expected));

  test('every filter of an address is a token, in the order of the menu, the free text last', () => {
    expect(
      tokens(
        'search=swap&label_name[]=a&author_username=ada&milestone_title=v1&my_reaction_emoji=heart&confidential=true' +
          '&epic_iid=g::%2612&group_path=g/s&not[label_name][]=b&or[author_username]=bo&custom-field[7]=3',
      ),
    ).toEqual([
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

  test('of a single-valued filter the last token counts; texts are joined', () => {
    const is = (type: string, data: string): FilterToken => ({ type, value: { operator: 'is', data } });
    const args = filterArguments('epics', [
      is('author', 'ada'),
      is('author', 'bo'),
      is('text', 'swap'),
      is('text', 'space'),
    ]);
    expect(args).toMatchObject({ authorUsername: 'bo', search: 'swap space' });
  });

  test('several options of one field are a list', () => {
    const read = readTokens('epics', 'custom-field[7]=3&custom-field[8][]=5&custom-field[8][]=6');
    const written = printQuery(writeTokens('epics', read));
    expect(parseQuery(written)).toEqual([
      ['custom-field[7]', '3'],
      ['custom-field[8][]', '5'],
      ['custom-field[8][]', '6'],
    ]);
    expect(readTokens('epics', written)).toEqual(read);
  });

  test.each(
    'in state page sort prev next layout timeframe_range_type epicIid progress milestones_type show_milestones show_labels show_progress'.split(
      ' ',
    ),
  )('the key %s never becomes a filter', (key) => {
    expect(
      filterParamsOf([
        [key, 'true'],
        ['search', 'x'],
      ]),
    ).toBe('search=x');
  });

  test('foreign keys do not get in the way', () => {
    expect(hasFilters('in=title&state=closed&page=2&sort=x&prev=a&next=b&layout=c&timeframe_range_type=d')).toBe(false);
  });

  test('of group::&12 the number counts', () => expect(epicNumberOf('group/sub::&12')).toBe('12'));
  test('a plain value is used as it is', () => expect(epicNumberOf('12')).toBe('12'));

  test('the published arguments are sent even when nothing is chosen', () =>
    expect(asked('')).toEqual({ search: '', authorUsername: '', labelName: [], milestoneTitle: '' }));
});

test.each(['epics', 'issues'] as const)('the text of %s reads back the same', (list) => {
  const text = fc
    .string({ minLength: 1, maxLength: 12 })
    .map((value) => value.trim())
    .filter((value) => value !== '' && !/^(none|any|upcoming|started|current)$/i.test(value));
  const any = filtersOf(list).flatMap((filter) =>
    operatorsOf(filter).map((operator) => {
      const { type, name } = filter;
      const data =
        type.kind === 'flag'
          ? fc.constantFrom('yes', 'no')
          : type.kind === 'choice'
            ? fc.constantFrom(...Object.keys(type.values))
            : type.kind === 'number' || type.kind === 'id'
              ? fc.nat(999).map(String)
              : text;
      return data.map((value): FilterToken => ({ type: name, value: { operator, data: value } }));
    }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(...any), { maxLength: 8 }), (chosen) => {
      const once = printQuery(writeTokens(list, chosen));
      expect(printQuery(writeTokens(list, readTokens(list, once)))).toBe(once);
    }),
  );
});
