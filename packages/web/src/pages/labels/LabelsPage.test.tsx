import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { LabelsPage } from './LabelsPage.tsx';
import { fakeServer, renderAt } from '../../testing/page.tsx';

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
const signIn = (who: typeof viewer | null) => setSession({ viewer: who, csrfToken: '', version: '1' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bug = { id: 7, name: 'bug', color: '#123456', text_color: '#ffffff', description: null };
const open = () => renderAt('/groups/g/-/labels', <LabelsPage address={{ page: 'groupLabels', fullPath: 'g' }} />);

test('the bell of a label shows whether the viewer is subscribed to it, and toggles that', async () => {
  signIn(viewer);
  let subscribed = false;
  const choose = (wanted: boolean) => () => {
    subscribed = wanted;
    return { ...bug, subscribed };
  };
  fakeServer({
    'GET /api/v4/groups/g/labels': () => [{ ...bug, subscribed }],
    'POST /api/v4/groups/g/labels/7/subscribe': choose(true),
    'POST /api/v4/groups/g/labels/7/unsubscribe': choose(false),
  });
  const { user } = await open();
  const bell = await screen.findByRole('button', { name: 'Subscribe to “bug”' });
  expect(bell).toHaveAttribute('aria-pressed', 'false');
  await user.click(bell);
  await waitFor(() => expect(bell).toHaveAttribute('aria-pressed', 'true'));
  await waitFor(() => expect(bell).toBeEnabled());
  await user.click(bell);
  await waitFor(() => expect(bell).toHaveAttribute('aria-pressed', 'false'));
});

test('a visitor has no bell', async () => {
  signIn(null);
  fakeServer({ 'GET /api/v4/groups/g/labels': () => [{ ...bug, subscribed: false }] });
  await open();
  await screen.findByText('bug');
  expect(screen.queryByRole('button', { name: /Subscribe/ })).toBeNull();
});

test('a planner creates the first label from the empty page', async () => {
  signIn(viewer);
  const labels: (typeof bug)[] = [];
  fakeServer({
    'GET /api/v4/groups/g/labels': () => labels,
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { adminLabel: true } } }),
    createLabel: () => {
      labels.push(bug);
      return { labelCreate: { errors: [], label: { id: 'gid://gitlab/Label/7', title: 'bug', color: '#123456' } } };
    },
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'New label' }));
  await user.type(screen.getByLabelText('Name'), 'bug');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('bug');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'New label' })).toBeNull());
});

test('those who may not create labels see no button on the empty page', async () => {
  signIn(viewer);
  fakeServer({
    'GET /api/v4/groups/g/labels': () => [],
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { createEpic: true, adminLabel: false } } }),
  });
  await open();
  await screen.findByText('Labels categorize epics and issues.');
  expect(screen.queryByRole('button', { name: 'New label' })).toBeNull();
});
