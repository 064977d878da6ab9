import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { Notifications } from './Notifications.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('each group and project has its own level next to the global one', async () => {
  let level = 'watch';
  const settings = () => ({
    level: 'participating',
    notification_email: 'ada@example.com',
    namespaces: level === 'global' ? [] : [{ kind: 'group', full_path: 'castle', full_name: 'Castle', level }],
  });
  const asked = fakeServer({
    'GET /api/v4/notification_settings': settings,
    'PUT /api/v4/groups/castle/notification_settings': ({ body }) => {
      ({ level } = body as { level: string });
      return { level };
    },
    personPage: () => ({
      user: {
        id: 'gid://gitlab/User/7',
        username: 'ada',
        groupMemberships: { nodes: [] },
        projectMemberships: {
          nodes: [
            {
              id: 'gid://gitlab/ProjectMember/1',
              accessLevel: null,
              project: { id: 'gid://gitlab/Project/2', fullPath: 'castle/walls', nameWithNamespace: 'Castle / Walls' },
            },
          ],
        },
      },
      group: null,
    }),
  });
  const { user } = await renderAt('/-/profile', <Notifications />);
  const castle = await screen.findByRole('combobox', { name: 'Castle' });
  expect(castle).toHaveValue('watch');
  expect(await screen.findByRole('combobox', { name: 'Castle / Walls' })).toHaveValue('global');
  await user.selectOptions(castle, 'disabled');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Castle' })).toHaveValue('disabled'));
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ level: 'disabled' });
});

test('with the custom level, single events are chosen, globally and per group or project', async () => {
  const events = { new_issue: false, new_note: true };
  const asked = fakeServer({
    'GET /api/v4/notification_settings': () => ({
      level: 'custom',
      events,
      notification_email: 'ada@example.com',
      namespaces: [{ kind: 'group', full_path: 'castle', full_name: 'Castle', level: 'custom', events }],
    }),
    'PUT /api/v4/notification_settings': ({ body }) => ({
      level: 'custom',
      events: { ...events, ...(body as object) },
      notification_email: 'ada@example.com',
      namespaces: [],
    }),
    'PUT /api/v4/groups/castle/notification_settings': () => ({ level: 'custom', events }),
    personPage: () => ({ user: null, group: null }),
  });
  const { user } = await renderAt('/-/profile', <Notifications />);
  const castle = within(await screen.findByRole('group', { name: 'Custom events in Castle' }));
  expect(castle.getByRole('checkbox', { name: 'Comments' })).toBeChecked();
  await user.click(castle.getByRole('checkbox', { name: 'Comments' }));
  const everywhere = within(screen.getByRole('group', { name: 'Custom events' }));
  await user.click(everywhere.getByRole('checkbox', { name: 'New issues' }));
  await waitFor(() => expect(everywhere.getByRole('checkbox', { name: 'New issues' })).toBeChecked());
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { new_note: false },
    { new_issue: true },
  ]);
});
