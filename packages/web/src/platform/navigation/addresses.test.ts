import { expect, test } from 'vitest';
import { type Address, parseAddress, namespaceOf, printAddress } from './addresses.ts';

const pairs: [string, Address][] = [
  ['/', { page: 'home' }],
  ['/users/sign_in', { page: 'signIn' }],
  ['/groups/new', { page: 'newGroup' }],
  ['/projects/new', { page: 'newProject' }],
  ['/-/profile', { page: 'profile' }],
  ['/ada.l', { page: 'person', username: 'ada.l' }],
  ['/-/imports', { page: 'imports' }],
  ['/-/set-up/abc%20d', { page: 'setUp', token: 'abc d' }],
  ['/-/set-up', { page: 'setUp', token: '' }],
  ['/-/shared/roadmap/mprl-abc', { page: 'sharedRoadmap', token: 'mprl-abc' }],
  ['/groups/kubernetes', { page: 'group', fullPath: 'kubernetes' }],
  ['/groups/a/b/c/-/roadmap', { page: 'roadmap', fullPath: 'a/b/c' }],
  ['/groups/a/-/roadmap/snapshots', { page: 'snapshots', fullPath: 'a' }],
  ['/groups/a/-/epics', { page: 'epics', fullPath: 'a' }],
  ['/groups/a/-/epics/new', { page: 'newEpic', fullPath: 'a' }],
  ['/groups/a/b/-/epics/12', { page: 'epic', fullPath: 'a/b', iid: '12' }],
  ['/groups/a/-/issues', { page: 'groupIssues', fullPath: 'a' }],
  ['/groups/a/-/milestones', { page: 'groupMilestones', fullPath: 'a' }],
  ['/groups/a/-/labels', { page: 'groupLabels', fullPath: 'a' }],
  ['/groups/a/-/group_members', { page: 'groupMembers', fullPath: 'a' }],
  ['/groups/a/-/settings/custom_fields', { page: 'customFields', fullPath: 'a' }],
  ['/groups/a/-/settings/statuses', { page: 'statuses', fullPath: 'a' }],
  ['/groups/a/-/hooks', { page: 'groupHooks', fullPath: 'a' }],
  ['/groups/a/-/settings/access_tokens', { page: 'groupAccessTokens', fullPath: 'a' }],
  ['/a/b/-/settings/access_tokens', { page: 'projectAccessTokens', fullPath: 'a/b' }],
  ['/a/b/-/hooks', { page: 'projectHooks', fullPath: 'a/b' }],
  ['/groups/a/-/settings/description_templates', { page: 'groupTemplates', fullPath: 'a' }],
  ['/a/b/-/settings/description_templates', { page: 'projectTemplates', fullPath: 'a/b' }],
  ['/a/b', { page: 'project', fullPath: 'a/b' }],
  ['/a/b/c/-/issues', { page: 'issues', fullPath: 'a/b/c' }],
  ['/a/b/c/-/issues/5', { page: 'issue', fullPath: 'a/b/c', iid: '5' }],
  ['/groups/a/-/issues/new', { page: 'newGroupIssue', fullPath: 'a' }],
  ['/a/b/-/issues/new', { page: 'newIssue', fullPath: 'a/b' }],
  ['/a/b/-/milestones/3', { page: 'projectMilestone', fullPath: 'a/b', iid: '3' }],
  ['/groups/a/-/milestones/3', { page: 'groupMilestone', fullPath: 'a', iid: '3' }],
  ['/a/b/-/milestones', { page: 'projectMilestones', fullPath: 'a/b' }],
  ['/a/b/-/labels', { page: 'projectLabels', fullPath: 'a/b' }],
  ['/a/b/-/project_members', { page: 'projectMembers', fullPath: 'a/b' }],
];

test.each(pairs)('%s is read and printed the same', (path, address) => {
  expect(parseAddress(path)).toEqual(address);
  expect(printAddress(address)).toBe(path);
});

test('a slash at the end and the incident form lead to the same page', () => {
  expect(parseAddress('/groups/a/b/')).toEqual({ page: 'group', fullPath: 'a/b' });
  expect(parseAddress('/a/b/-/issues/incident/7')).toEqual({ page: 'issue', fullPath: 'a/b', iid: '7' });
});

test('a group may be called new below another, and a project groups-of-things', () => {
  expect(parseAddress('/groups/a/new')).toEqual({ page: 'group', fullPath: 'a/new' });
  expect(parseAddress('/groups-of/things')).toEqual({ page: 'project', fullPath: 'groups-of/things' });
});

test.each([
  '/groups',
  '/groups/',
  '/a/-/issues',
  '/groups/a/-/nothing',
  '/groups/a/-/epics/x1',
  '/a/b/-/issues/0',
  '/a/b/-/roadmap',
  '/-/nothing',
  '/a//b',
])('%s is no page', (path) => {
  expect(parseAddress(path)).toBeNull();
});

test('the namespace of an address is its group or project', () => {
  expect(namespaceOf(parseAddress('/groups/a/b/-/epics/1'))).toEqual({ kind: 'group', fullPath: 'a/b' });
  expect(namespaceOf(parseAddress('/a/b/-/issues/1'))).toEqual({ kind: 'project', fullPath: 'a/b' });
  expect(namespaceOf(parseAddress('/'))).toBeNull();
  expect(namespaceOf(null)).toBeNull();
});
