import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { NewEpicPage } from './NewEpicPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const open = () =>
  renderAt('/groups/kubernetes/-/epics/new', <NewEpicPage address={{ page: 'newEpic', fullPath: 'kubernetes' }} />);

test('a new epic is sent with what was given, and its page opens', async () => {
  const asked = fakeServer({
    createEpic: () => ({ createEpic: { errors: [], epic: { id: 'e', webPath: '/groups/kubernetes/-/epics/7' } } }),
  });
  const { user, address } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Resize in place');
  await user.type(screen.getByLabelText('Due date'), '2026-12-17');
  await user.click(screen.getByRole('radio', { name: 'Purple' }));
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  await vi.waitFor(() => expect(address()).toBe('/groups/kubernetes/-/epics/7'));
  expect(asked[0]?.body).toMatchObject({
    variables: {
      input: {
        groupPath: 'kubernetes',
        title: 'Resize in place',
        color: '#694cc0',
        confidential: false,
        dueDateIsFixed: true,
        dueDateFixed: '2026-12-17',
      },
    },
  });
});

test('a title is needed, and dates must be in order', async () => {
  const asked = fakeServer({});
  const { user } = await open();
  await user.type(screen.getByLabelText('Start date'), '2026-12-17');
  await user.type(screen.getByLabelText('Due date'), '2026-12-01');
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription("Can't be blank");
  expect(screen.getByLabelText('Due date')).toHaveAccessibleDescription('The due date lies before the start date.');
  expect(asked).toEqual([]);
});

test('a refusal is said, and what was typed stays', async () => {
  fakeServer({ createEpic: () => ({ createEpic: { errors: ['Title has already been taken'], epic: null } }) });
  const { user } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Resize in place');
  await user.click(screen.getByRole('button', { name: 'Create epic' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Title has already been taken');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Resize in place');
});
