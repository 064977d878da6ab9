import { expect, test } from 'vitest';
import { customFieldLimits, customFieldProblems, exceededLimit } from './custom-fields.ts';

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
  expect(exceededLimit(fields(9, 'epic'), ['epic'])).toBeNull();
  expect(exceededLimit(fields(10, 'epic'), ['issue'])).toBeNull();
  expect(exceededLimit(fields(10, 'epic'), ['issue', 'epic'])).toMatch(/^Work item type epic /);
  expect(exceededLimit(fields(customFieldLimits.fields, 'issue'), [])).toMatch(/^Namespace /);
});
