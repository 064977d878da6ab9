import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery, printQuery } from '../query.ts';
import { droppedKeys, epicNumberOf, filterParamsOf, hasFilters, readFilters, writeFilters } from './filters.ts';

const read = (query: string) => readFilters(parseQuery(query));

describe('filters in the address', () => {
  test('confidential', () => {
    expect(read('confidential=true').confidential).toBe(true);
    expect(read('confidential=false').confidential).toBe(false);
    expect(read('confidential=perhaps').confidential).toBeNull();
  });
  test('author_username', () => expect(read('author_username=ada').authorUsername).toBe('ada'));
  test('label_name[] repeats', () =>
    expect(read('label_name[]=a&label_name[]=b&label_name[]=a').labelName).toEqual(['a', 'b']));
  test('milestone_title', () => expect(read('milestone_title=v1.34').milestoneTitle).toBe('v1.34'));
  test('my_reaction_emoji', () => expect(read('my_reaction_emoji=thumbsup').myReactionEmoji).toBe('thumbsup'));
  test('epic_iid', () => expect(read('epic_iid=12').epicIid).toBe('12'));
  test('group_path', () => expect(read('group_path=a/b').groupPath).toBe('a/b'));
  test('search', () => expect(read('search=swap%20memory').search).toBe('swap memory'));
  test('not[author_username]', () => expect(read('not[author_username]=ada').not.authorUsername).toBe('ada'));
  test('not[my_reaction_emoji]', () => expect(read('not[my_reaction_emoji]=heart').not.myReactionEmoji).toBe('heart'));
  test('not[label_name][] repeats', () =>
    expect(read('not[label_name][]=a&not[label_name][]=b').not.labelName).toEqual(['a', 'b']));
  test('or[label_name][] repeats', () =>
    expect(read('or[label_name][]=a&or[label_name][]=b').or.labelName).toEqual(['a', 'b']));
  test('or[author_username] repeats', () =>
    expect(read('or[author_username]=ada&or[author_username]=bo').or.authorUsername).toEqual(['ada', 'bo']));
  test('custom-field[...]', () =>
    expect(
      read('custom-field[7]=3&custom-field[7][]=3&custom-field[7][]=4&custom-field=5&custom-field[]=6').customFields,
    ).toEqual([
      ['custom-field[7]', '3'],
      ['custom-field[7]', '4'],
    ]));

  test('several options of one field are a list', () => {
    const filters = read('custom-field[7]=3&custom-field[8][]=5&custom-field[8][]=6');
    const written = printQuery(writeFilters(filters));
    expect(parseQuery(written)).toEqual([
      ['custom-field[7]', '3'],
      ['custom-field[8][]', '5'],
      ['custom-field[8][]', '6'],
    ]);
    expect(read(written)).toEqual(filters);
  });

  test('these keys are dropped', () => {
    const keys =
      'in state page sort prev next layout timeframe_range_type epicIid progress milestones_type show_milestones show_labels show_progress';
    expect([...droppedKeys]).toEqual(expect.arrayContaining(keys.split(' ')));
  });

  test.each([...droppedKeys])('the key %s never becomes a filter', (key) => {
    expect(
      filterParamsOf([
        [key, 'true'],
        ['search', 'x'],
      ]),
    ).toBe('search=x');
  });

  test('foreign keys do not get in the way', () => {
    const params = parseQuery('in=title&state=closed&page=2&sort=x&prev=a&next=b&layout=c&timeframe_range_type=d');
    expect(hasFilters(readFilters(params))).toBe(false);
  });

  test('of group::&12 the number counts', () => {
    expect(epicNumberOf('group/sub::&12')).toBe('12');
    expect(epicNumberOf(read('epic_iid=group::%2612').epicIid)).toBe('12');
  });
  test('a plain value is used as it is', () => expect(epicNumberOf('12')).toBe('12'));

  test('what is written reads back the same, twice over', () => {
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
      customFields: fc.constant([]),
    });
    fc.assert(
      fc.property(filters, (value) => {
        expect(readFilters(printQuery(writeFilters(value)))).toEqual(value);
      }),
    );
  });
});
