import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery, printQuery, valueOf, valuesOf } from './query.ts';

describe('the query of an address', () => {
  test('keys repeat and keep their order', () => {
    const query = parseQuery('?label_name[]=a&x&label_name%5B%5D=b+c');
    expect(query).toEqual([
      ['label_name[]', 'a'],
      ['x', ''],
      ['label_name[]', 'b c'],
    ]);
    expect(valuesOf(query, 'label_name[]')).toEqual(['a', 'b c']);
    expect(valueOf(query, 'x')).toBe('');
    expect(valueOf(query, 'y')).toBeNull();
  });

  test('malformed escapes stay as written', () => {
    expect(parseQuery('search=100%')).toEqual([['search', '100%']]);
  });

  test('brackets stay readable', () => {
    expect(printQuery([['not[label_name][]', 'a&b=c']])).toBe('not[label_name][]=a%26b%3Dc');
  });

  test('a written query reads back the same', () => {
    const text = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.string())), (pairs) => {
        expect(parseQuery(printQuery(pairs))).toEqual(pairs);
      }),
    );
  });
});
