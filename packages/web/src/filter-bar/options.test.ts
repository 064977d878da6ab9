import { describe, expect, test } from 'vitest';
import type { Choice, FilterKind } from './kinds.ts';
import { firstMarked, valueOptions } from './options.ts';

const kind: FilterKind = {
  type: 'label',
  title: 'Label',
  symbol: '~',
  operators: ['is', 'is not', 'or'],
  options: [],
  isOffered: true,
  wildcards: [
    { value: 'None', title: 'None' },
    { value: 'Any', title: 'Any' },
  ],
};
const choice = (value: string, title = value): Choice => ({ value, title, short: title });

/** The offered titles, and the one that Enter chooses. */
function offered(typed: string, found: readonly Choice[], operator: 'is' | 'or' = 'is') {
  const draft = { type: 'label', operator, replaces: null };
  const options = valueOptions({ kind, draft, gathered: [], typed, preloaded: [], found, isStale: false });
  const titles = options.map((option) => (option.kind === 'value' ? option.choice.title : ''));
  return { titles, keys: options.map(({ key }) => key), first: titles[firstMarked(options, draft, typed, kind)] };
}

describe('offered values', () => {
  test('exact matches come before partial ones', () => {
    const found = [choice('v1.37 Docs Freeze'), choice('V1.37'), choice('v1.37 Release')];
    expect(offered('v1.37', found)).toMatchObject({
      titles: ['V1.37', 'v1.37 Docs Freeze', 'v1.37 Release'],
      first: 'V1.37',
    });
    // Emoji names are shown between colons.
    const emoji = [choice('heart_eyes', ':heart_eyes:'), choice('heart', ':heart:')];
    expect(offered('heart', emoji).first).toBe(':heart:');
    expect(offered('', found).titles).toEqual(['None', 'Any', 'v1.37 Docs Freeze', 'V1.37', 'v1.37 Release']);
  });

  test('a label called "None" or "any" is offered once, as the wildcard', () => {
    const found = [choice('any'), choice('bug'), choice('None')];
    expect(offered('', found)).toMatchObject({ titles: ['None', 'Any', 'bug'] });
    expect(new Set(offered('', found).keys).size).toBe(3);
    expect(offered('', found, 'or').titles).toEqual(['any', 'bug', 'None']);
  });
});
