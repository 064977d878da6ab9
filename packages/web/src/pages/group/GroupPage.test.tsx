import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { GroupPage } from './GroupPage.tsx';

afterEach(() => vi.unstubAllGlobals());

test('TM-GS-16: archived subgroups and projects are marked in the lists of their group', async () => {
  setSession({ viewer: null });
  const one = { description: null, visibility: 'public', avatar_url: null };
  const project = { ...one, path_with_namespace: 'team/tool', open_issues_count: 3 };
  fakeServer({
    'GET /api/v4/groups/team': () => ({ ...one, id: 1, name: 'Team', full_path: 'team' }),
    'GET /api/v4/groups/team/subgroups': () => [{ ...one, id: 2, name: 'Old', full_path: 'team/old', archived: true }],
    'GET /api/v4/groups/team/projects': () => [
      { ...project, id: 3, name: 'Attic', archived: true },
      { ...project, id: 4, name: 'Tool' },
    ],
  });
  await renderAt('/groups/team', <GroupPage address={{ page: 'group', fullPath: 'team' }} />);
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li');
  expect(await rowOf('Old')).toHaveTextContent('Archived');
  expect(await rowOf('Attic')).toHaveTextContent('Archived');
  expect(await rowOf('Tool')).toHaveTextContent('3 open issues');
});
