import { expect, test } from 'vitest';
import { dayOf } from '../days.ts';
import { parseQuery } from '../query.ts';
import { argumentsOf } from './arguments.ts';
import { readSettings } from './settings.ts';

const argumentsFor = (address: string) =>
  argumentsOf('kubernetes', readSettings(parseQuery(address)), { from: dayOf(2026, 1, 1), to: dayOf(2026, 12, 31) });

test('GQ-RM-20: or[...] and custom-field[...] of an address are the variables or and customField', () => {
  const args = argumentsFor(
    'or[label_name][]=a&or[label_name][]=b&or[author_username]=ada&custom-field[7]=3&custom-field[8]=5',
  );
  expect(args).toMatchObject({
    or: { labelName: ['a', 'b'], authorUsername: ['ada'] },
    customField: [
      {
        customFieldId: 'gid://gitlab/Issuables::CustomField/7',
        selectedOptionIds: ['gid://gitlab/Issuables::CustomFieldSelectOption/3'],
      },
      {
        customFieldId: 'gid://gitlab/Issuables::CustomField/8',
        selectedOptionIds: ['gid://gitlab/Issuables::CustomFieldSelectOption/5'],
      },
    ],
    topLevelHierarchyOnly: false,
  });
});

test('GQ-RM-20: both variables are optional: without such filters neither is sent', () => {
  const args = argumentsFor('label_name[]=a');
  expect(args).not.toHaveProperty('or');
  expect(args).not.toHaveProperty('customField');
});

test('the number of group::&12 filters; its group qualifies the number if the roadmap has that group', () => {
  const askedFor = (value: string) => {
    const { fullPath, iid, includeDescendantGroups } = argumentsFor(`epic_iid=${encodeURIComponent(value)}`);
    return [fullPath, iid, includeDescendantGroups];
  };
  expect(askedFor('kubernetes/sig-node::&12')).toEqual(['kubernetes/sig-node', '12', true]);
  expect(askedFor('kubernetes::&12')).toEqual(['kubernetes', '12', true]);
  expect(askedFor('12')).toEqual(['kubernetes', '12', true]);
  // An epic of a group outside this roadmap adds no filter.
  expect(askedFor('kubernetes-other::&12')).toEqual(['kubernetes', '12', true]);
  expect(askedFor('other/sig-node::&12')).toEqual(['kubernetes', '12', true]);
});
