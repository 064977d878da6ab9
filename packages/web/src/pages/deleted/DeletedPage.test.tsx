import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { session, setSession } from '../../platform/session/session.ts';
import { DeletedPage } from './DeletedPage.tsx';

let before: ReturnType<typeof session>;
beforeEach(() => {
  before = session();
  setSession({ ...before, viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => {
  setSession(before);
  vi.unstubAllGlobals();
});

const named = { id: 7, name: 'Web', avatar_url: null, marked_for_deletion_on: '2026-12-28' };

test('TM-GS-18: what can be restored is listed with the day of its end', async () => {
  const asked = fakeServer({
    'GET /api/v4/groups': () => [{ ...named, full_path: 'web-deletion_scheduled-7' }],
    'GET /api/v4/projects': () => [],
  });
  await renderAt('/-/deleted', <DeletedPage />);
  const link = await screen.findByRole('link', { name: 'Web' });
  expect(link).toHaveAttribute('href', '/groups/web-deletion_scheduled-7/-/edit');
  expect(screen.getByText('Removed for good on January 4, 2027')).toBeVisible();
  expect(screen.getByText('Open a group or project to restore it.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Projects' })).toBeNull();
  expect(asked.every(({ url }) => url.includes('marked_for_deletion=true'))).toBe(true);
});

test('says so if there is nothing to restore', async () => {
  fakeServer({ 'GET /api/v4/groups': () => [], 'GET /api/v4/projects': () => [] });
  await renderAt('/-/deleted', <DeletedPage />);
  expect(await screen.findByText('Nothing to restore')).toBeVisible();
});
