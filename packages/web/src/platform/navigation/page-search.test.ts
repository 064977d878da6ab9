import { expect, test } from 'vitest';
import { parsePageSearch } from './page-search.ts';
import { parseSearch } from './search.ts';

test('a parameter that is missing or not one of its words has the default', () => {
  expect(parsePageSearch('todos', parseSearch(''))).toEqual({ state: 'pending', action: '', type: '' });
  expect(parsePageSearch('todos', parseSearch('?state=done&action=mentioned&type=EPIC'))).toEqual({
    state: 'done',
    action: 'mentioned',
    type: 'EPIC',
  });
  expect(parsePageSearch('todos', parseSearch('?state=lost&action=x&type=epic'))).toMatchObject({
    state: 'pending',
    action: '',
    type: '',
  });
});

test('a text of another form counts as absent, and spaces around one do not matter', () => {
  const parsed = parsePageSearch(
    'newIssue',
    parseSearch(
      '?issue[due_date]=tomorrow&issue[weight]=%203%20&add_related_issue=0&issue[confidential]=yes&issue[title]=A%20',
    ),
  );
  expect(parsed).toMatchObject({
    'issue[due_date]': '',
    'issue[weight]': '3',
    add_related_issue: '',
    'issue[confidential]': 'false',
    'issue[title]': 'A ',
  });
});
