import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { IssuesPage } from './IssuesPage.tsx';

beforeEach(() => {
  localStorage.clear();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => vi.unstubAllGlobals());

async function open(page: 'groupIssues' | 'issues', fullPath: string) {
  const answer = {
    id: 'g',
    autocompleteUsers: [{ id: '5', avatarUrl: null, name: 'Vera Lindqvist', username: 'vera' }],
  };
  const asked = fakeServer({
    usersAutocomplete: () => (page === 'issues' ? { project: answer } : { group: answer }),
  });
  const home = page === 'groupIssues' ? `/groups/${fullPath}` : `/${fullPath}`;
  const opened = await renderAt(`${home}/-/issues`, <IssuesPage address={{ page, fullPath }} />);
  const field = await screen.findByRole('combobox', { name: /^Search/ });
  return { ...opened, asked, field };
}

test('TM-GS-16: the list of an archived group offers no new issue', async () => {
  fakeServer({ groupPermissions: () => ({ group: { id: 'g', archived: true, userPermissions: {} } }) });
  await renderAt('/groups/old/-/issues', <IssuesPage address={{ page: 'groupIssues', fullPath: 'old' }} />);
  await screen.findByRole('combobox', { name: /^Search/ });
  await waitFor(() => expect(screen.queryByRole('link', { name: /New issue|Create issue/ })).toBeNull());
});

test('FS-RS-05 and FS-RS-07: searches of issues are saved under their own key', async () => {
  const { user, field, address } = await open('groupIssues', 'kubernetes');
  await user.type(field, 'swap{Enter}');
  await waitFor(() => expect(address()).toContain('search=swap'));
  expect(Object.keys(localStorage).filter((key) => key.endsWith('recent-searches'))).toEqual([
    'issues-recent-searches',
  ]);
});

test.each([
  ['groupIssues', 'kubernetes', false],
  ['issues', 'kubernetes/kubelet', true],
] as const)('FS-TK-12: on %s people are asked of %s, isProject %s', async (page, fullPath, isProject) => {
  const { user, field, asked } = await open(page, fullPath);
  await user.type(field, '@ver');
  expect(await screen.findByRole('option', { name: /Vera Lindqvist/ })).toBeVisible();
  await waitFor(() =>
    expect(asked.findLast(({ operation }) => operation === 'usersAutocomplete')?.body).toMatchObject({
      variables: { fullPath, isProject, search: 'ver' },
    }),
  );
});
