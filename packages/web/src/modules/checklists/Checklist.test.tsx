import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { Checklist } from './Checklist.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: true } }));
afterEach(() => vi.unstubAllGlobals());

const none = { invited: false, imported: false, createdEpic: false, openedRoadmap: false };

test('without a project the first steps say that issues need one, and lead to its form', async () => {
  fakeServer({ 'GET /groups/team/-/checklist.json': () => ({ steps: none, may_import: true, needs_project: true }) });
  await renderAt('/groups/team', <Checklist fullPath="team" />);
  expect(await screen.findByText(/^Issues belong to projects\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create a project' })).toHaveAttribute('href', '/projects/new?parent=team');
});

test('TM-SU-07, TM-SU-08: the four steps are links, with what is done; Dismiss hides them', async () => {
  const asked = fakeServer({
    'GET /groups/team/-/checklist.json': () => ({
      steps: { ...none, invited: true },
      may_import: true,
      needs_project: false,
    }),
    'PUT /-/checklist': () => new Status(204),
  });
  const { user } = await renderAt('/groups/team', <Checklist fullPath="team" />);
  await screen.findByRole('heading', { name: 'First steps' });
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Invite people', '/groups/team/-/group_members'],
    ['Import', expect.stringMatching(/import/)],
    ['Create an epic', '/groups/team/-/epics/new'],
    ['Open the roadmap', '/groups/team/-/roadmap?view=overview'],
  ]);
  expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'Done',
    'Not done',
    'Not done',
    'Not done',
  ]);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ step: 'dismissed' });
});
