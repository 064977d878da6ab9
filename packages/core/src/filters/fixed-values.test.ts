import { expect, test } from 'vitest';
import { readTokens } from './address.ts';
import { actionsOfFilter } from './fixed-values.ts';

test('a new issue gets the label, milestone, status and assignee that a filter demands, and nothing else', () => {
  const filters =
    'label_name[]=a%20b&label_name[]=c&milestone_title=v1&status=In%20progress&assignee_username[]=ada' +
    '&not[label_name][]=d&author_username=bo&search=moat';
  expect(actionsOfFilter('issues', readTokens('issues', filters)).split('\n').toSorted()).toEqual([
    '/assign @ada',
    '/label ~"a b"',
    '/label ~"c"',
    '/milestone %"v1"',
    '/status "In progress"',
  ]);
  expect(
    actionsOfFilter('issues', readTokens('issues', 'label_name[]=Any&milestone_title=None&assignee_id=None')),
  ).toBe('');
  expect(actionsOfFilter('epics', readTokens('epics', 'milestone_title=v1&assignee_username[]=ada'))).toBe(
    '/assign @ada',
  );
});
