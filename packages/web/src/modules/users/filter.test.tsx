import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../testing/page.tsx';
import { userSource } from './filter.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (name: string) => ({
  id: '1',
  autocompleteUsers: [{ id: '2', name, username: 'ada', avatarUrl: null }],
});
const { signal } = new AbortController();

test.each([
  [false, 'Of the group'],
  [true, 'Of the project'],
])('with isProject %s people come from the group or the project', async (isProject, name) => {
  const asked = fakeServer({
    usersAutocomplete: () => (isProject ? { project: answer('Of the project') } : { group: answer('Of the group') }),
  });
  const source = userSource({ fullPath: 'kubernetes/kubelet', isProject }, null);
  const [found] = await source.search('ad').queryFn({ signal });
  expect(found).toMatchObject({ value: 'ada', title: name, short: '@ada', detail: '@ada' });
  expect(asked[0]?.body).toMatchObject({ variables: { fullPath: 'kubernetes/kubelet', isProject, search: 'ad' } });
});

test('a user is matched by the full name only, and may no longer exist', async () => {
  fakeServer({ usersAutocomplete: () => ({ group: answer('Ada') }) });
  const source = userSource({ fullPath: 'kubernetes', isProject: false }, null);
  expect(await source.find('ada').queryFn({ signal })).toMatchObject({ value: 'ada' });
  expect(await source.find('ad').queryFn({ signal })).toBeNull();
});
