import { expect, test } from 'vitest';
import { addressOfPublished, addressWithScope } from './addresses.ts';

test.each([
  ['/groups', '/'],
  ['/dashboard', '/'],
  ['/dashboard/groups', '/'],
  ['/explore/projects/starred', '/'],
  ['/dashboard/issues?assignee_username=maren', '/-/your_work?assignee_username=maren'],
  ['/users/maren', '/maren'],
  ['/users/maren/activity', '/maren'],
  ['/-/user_settings/ssh_keys', '/-/profile'],
  ['/-/profile/two_factor_auth', '/-/profile/2fa'],
  ['/-/profile/preferences', '/-/profile'],
  ['/groups/castle/west/-/work_items/3', '/groups/castle/west/-/epics/3'],
  ['/groups/castle/-/work_items?state=all', '/groups/castle/-/epics?state=all'],
  ['/groups/castle/-/epic_boards/7', '/groups/castle/-/boards'],
  ['/groups/castle/-/activity', '/groups/castle'],
  ['/castle/gate/-/work_items/12', '/castle/gate/-/issues/12'],
  ['/castle/gate/-/work_items/new', '/castle/gate/-/issues/new'],
  ['/castle/gate/-/issues/12/designs/a.png', '/castle/gate/-/issues/12'],
  ['/castle/gate/-/activity', '/castle/gate'],
  ['/castle/gate/-/merge_requests/4/diffs?w=1', '/castle/gate/-/merge_requests/4?tab=changes&w=1'],
  ['/castle/gate/-/merge_requests/4/pipelines', '/castle/gate/-/merge_requests/4'],
  ['/castle/gate/-/commits/feature/a', '/castle/gate/-/tree/feature/a?tab=commits'],
  ['/castle/gate/-/branches', '/castle/gate/-/tree?tab=branches'],
  ['/castle/gate/-/blame/main/a.ts', '/castle/gate/-/blob/main/a.ts'],
])('TM-GS-22: the published address %s leads to %s', (from, to) => {
  expect(addressOfPublished(from)).toBe(to);
  expect(addressOfPublished(to)).toBeNull();
});

test.each([
  '/',
  '/users/sign_in',
  '/users/sign_up',
  '/users/auth/company/callback',
  '/users/password/new',
  '/dashboard/todos',
  '/groups/new',
  '/groups/castle',
  '/groups/castle/-/epics/3',
  '/castle/gate',
  '/castle/gate/-/issues/12',
  '/castle/gate/-/merge_requests/4',
  '/castle/activity',
  '/castle/gate/-/tree/main/activity',
  '/castle/gate/-/blob/main/-/work_items/3',
  '/castle/gate/-/tree/main/-/commits/main',
  '/-/profile',
  '/-/profile/2fa',
])('TM-GS-22: %s is the address of a page here', (address) => {
  expect(addressOfPublished(address)).toBeNull();
  expect(addressWithScope(address)).toBeNull();
});

test('TM-GS-22: pages of projects are found without the scope that their addresses have had since 2020', () => {
  expect(addressWithScope('/castle/gate/issues/12#note_3')).toBe('/castle/gate/-/issues/12#note_3');
  expect(addressWithScope('/castle/gate/issues?state=all')).toBe('/castle/gate/-/issues?state=all');
  expect(addressWithScope('/castle/gate/blob/main/src/issues/a.ts')).toBe('/castle/gate/-/blob/main/src/issues/a.ts');
  expect(addressWithScope('/castle/gate/-/issues/issues/12')).toBeNull();
  expect(addressWithScope('/groups/castle/issues')).toBeNull();
});
