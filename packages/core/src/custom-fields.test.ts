import { expect, test } from 'vitest';
import {
  customFieldArguments,
  customFieldKey,
  customFieldLimits,
  customFieldProblems,
  fieldOfKey,
  limitPassed,
} from './custom-fields.ts';

test('a field has a name, and a select field different options', () => {
  const ok = { name: 'Priority', fieldType: 'SINGLE_SELECT', options: ['Low', 'High'] } as const;
  expect(customFieldProblems(ok)).toEqual({});
  expect(customFieldProblems({ ...ok, fieldType: 'TEXT', options: [] })).toEqual({});
  expect(customFieldProblems({ ...ok, name: '', options: [] })).toEqual({
    name: ["can't be blank"],
    select_options: ["can't be blank"],
  });
  expect(customFieldProblems({ ...ok, options: ['Low', 'LOW'] })).toEqual({
    select_options: ['must be different from each other'],
  });
});

test('a group has fifty active fields at most, a type ten', () => {
  const fields = (count: number, type: 'epic' | 'issue') =>
    Array.from({ length: count }, () => ({ workItemTypes: [type] }));
  expect(limitPassed(fields(9, 'epic'), ['epic'])).toBeNull();
  expect(limitPassed(fields(10, 'epic'), ['issue'])).toBeNull();
  expect(limitPassed(fields(10, 'epic'), ['issue', 'epic'])).toMatch(/^Work item type epic /);
  expect(limitPassed(fields(customFieldLimits.fields, 'issue'), [])).toMatch(/^Namespace /);
});

test('the key of an address names a field by its number or its name', () => {
  expect(fieldOfKey(customFieldKey(7))).toBe('7');
  expect(fieldOfKey('custom-field[Cost centre]')).toBe('Cost centre');
  expect(fieldOfKey('custom-field[]')).toBeNull();
  expect(fieldOfKey('custom-field')).toBeNull();
});

test('entries of an address become one argument a field', () => {
  expect(
    customFieldArguments([
      ['custom-field[7]', '3'],
      ['custom-field[Team]', 'Node'],
      ['custom-field[7]', '4'],
      ['custom-field[8]', 'High'],
      ['custom-field[9]', ''],
      ['other', '1'],
    ]),
  ).toEqual([
    {
      customFieldId: 'gid://gitlab/Issuables::CustomField/7',
      selectedOptionIds: [
        'gid://gitlab/Issuables::CustomFieldSelectOption/3',
        'gid://gitlab/Issuables::CustomFieldSelectOption/4',
      ],
    },
    { customFieldName: 'Team', selectedOptionValues: ['Node'] },
    { customFieldId: 'gid://gitlab/Issuables::CustomField/8', selectedOptionValues: ['High'] },
  ]);
});
