import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { StatusUpdates } from './StatusUpdates.tsx';

const update = (id: string, more: object = {}) => ({
  id,
  health: 'atRisk',
  previousHealth: 'onTrack',
  text: 'Waits for steel',
  textHtml: '<p>Waits for steel</p>',
  startDate: '2026-01-01',
  dueDate: '2026-03-31',
  createdAt: '2026-01-02T10:00:00Z',
  editedAt: null,
  author: { id: 'gid://gitlab/User/7', name: 'Theo Alvarez', username: 'theo', avatarUrl: null },
  userPermissions: { updateStatusUpdate: false, destroyStatusUpdate: true },
  ...more,
});

async function open(createStatusUpdate: boolean, nodes: object[]) {
  const asked = fakeServer({
    epicStatusUpdates: ({ body }) => {
      const { after } = (body as { variables: { after: string | null } }).variables;
      return {
        group: {
          id: 'g',
          epic: {
            id: 'e',
            state: 'opened',
            userPermissions: { createStatusUpdate },
            statusUpdates: {
              count: nodes.length + 1,
              nodes: after ? [update('old', { textHtml: '<p>Long ago</p>' })] : nodes,
              pageInfo: { hasNextPage: nodes.length > 0 && !after, endCursor: 'next' },
            },
          },
        },
      };
    },
    createStatusUpdate: () => ({ epicStatusUpdateCreate: { errors: [] } }),
    deleteStatusUpdate: () => ({ epicStatusUpdateDelete: { errors: [] } }),
    restoreStatusUpdate: () => ({ epicStatusUpdateRestore: { errors: [] } }),
  });
  const { user } = await renderAt(
    '/groups/castle/-/epics/3',
    <StatusUpdates epicId="gid://gitlab/Epic/3" fullPath="castle" iid="3" health="onTrack" />,
  );
  const sent = (name: string) => asked.find(({ operation }) => operation === name)?.body;
  return { user, sent };
}

test('RX-SU-01, RX-SU-03, RX-SU-04: the history with changes and dates; posting checks the text, deleting has Undo', async () => {
  const { user, sent } = await open(true, [update('1'), update('2', { previousHealth: 'atRisk' })]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(
    /At risk.*Theo Alvarez.*Waits for steel.*On track → At risk.*Jan 1, 2026 – Mar 31, 2026/,
  );
  expect(second).not.toHaveTextContent('→');
  expect(screen.queryByRole('button', { name: /^Edit update/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show older updates' }));
  expect(await screen.findByText('Long ago')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Post update' }));
  const form = within(await screen.findByRole('dialog', { name: 'Post a status update' }));
  expect(form.getByRole('radio', { name: 'On track' })).toBeChecked();
  await user.click(form.getByRole('button', { name: 'Post update' }));
  expect(await form.findByText(/can't be blank/i)).toBeVisible();
  expect(sent('createStatusUpdate')).toBeUndefined();
  await user.click(form.getByRole('radio', { name: 'At risk' }));
  await user.type(form.getByRole('textbox'), 'Late');
  await user.click(form.getByRole('button', { name: 'Post update' }));
  await waitFor(() =>
    expect(sent('createStatusUpdate')).toMatchObject({
      variables: { input: { epicId: 'gid://gitlab/Epic/3', health: 'atRisk', text: 'Late' } },
    }),
  );

  await user.click(screen.getAllByRole('button', { name: /^Delete update by Theo/ })[0] as HTMLElement);
  expect(await screen.findByText('Status update deleted')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('restoreStatusUpdate')).toMatchObject({ variables: { id: '1' } }));
});
