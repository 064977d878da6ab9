import { expect, test } from 'vitest';
import { customFieldArguments, customFieldKey, fieldOfKey } from './custom-fields.ts';

test('the key of an address names a field by its number or its name', () => {
  expect(fieldOfKey(customFieldKey(7))).toBe('7');
  expect(fieldOfKey('custom-field[Cost center]')).toBe('Cost center');
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
