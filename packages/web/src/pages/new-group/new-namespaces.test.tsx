import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { NewGroupPage } from './NewGroupPage.tsx';
import { NewProjectPage } from './NewProjectPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const parent = {
  id: 4,
  name: 'Web',
  full_path: 'work/web',
  visibility: 'internal',
  description: null,
  avatar_url: null,
};

test('the path is derived from the name until it is typed by hand', async () => {
  fakeServer({});
  const { user } = await renderAt('/groups/new', <NewGroupPage />);
  const path = screen.getByRole('textbox', { name: 'Path' });
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Web & Äpps');
  expect(path).toHaveValue('web-apps');
  expect(path).toHaveAccessibleDescription(/\/groups\/web-apps$/);
  await user.clear(path);
  await user.type(path, 'mine');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' two');
  expect(path).toHaveValue('mine');
});

test('a group is created and its page opens', async () => {
  const asked = fakeServer({ 'POST /api/v4/groups': () => new Status(201, { full_path: 'web' }) });
  const { user, address } = await renderAt('/groups/new', <NewGroupPage />);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Web');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Visibility' }), 'Public');
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  await waitFor(() => expect(address()).toBe('/groups/web'));
  expect(asked.at(-1)?.body).toEqual({ name: 'Web', path: 'web', description: '', visibility: 'public' });
});

test('a reserved path is rejected before sending, a taken one after', async () => {
  const asked = fakeServer({
    'POST /api/v4/groups': () => new Status(400, { message: { path: ['has already been taken'] } }),
  });
  const { user } = await renderAt('/groups/new', <NewGroupPage />);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Api');
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  expect(screen.getByRole('textbox', { name: 'Path' })).toHaveAccessibleDescription('Is a reserved name');
  expect(asked).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Path' }), 's');
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  expect(await screen.findByText('Has already been taken')).toBeVisible();
});

test('a subgroup belongs to its parent and is at most as visible', async () => {
  const asked = fakeServer({
    'GET /api/v4/groups/work%2Fweb': () => parent,
    'POST /api/v4/groups': () => new Status(201, { full_path: 'work/web/new' }),
  });
  const { user } = await renderAt('/groups/new?parent=work/web', <NewGroupPage />);
  expect(await screen.findByRole('heading', { name: 'New subgroup of Web' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Visibility' })).toHaveValue('internal');
  expect(screen.queryByRole('option', { name: 'Public' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'New');
  await user.clear(screen.getByRole('textbox', { name: 'Path' }));
  await user.type(screen.getByRole('textbox', { name: 'Path' }), 'fresh');
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ parent_id: 4, path: 'fresh' }));
});

test('a project is created in the group named in the URL', async () => {
  const asked = fakeServer({
    'GET /api/v4/groups/work%2Fweb': () => parent,
    'POST /api/v4/projects': () => new Status(201, { path_with_namespace: 'work/web/shop' }),
  });
  const { user, address } = await renderAt('/projects/new?parent=work/web', <NewProjectPage />);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Shop');
  await user.click(screen.getByRole('button', { name: 'Create project' }));
  await waitFor(() => expect(address()).toBe('/work/web/shop'));
  expect(asked.at(-1)?.body).toMatchObject({ name: 'Shop', path: 'shop', namespace_id: 4 });
});

test('without a group, the project form asks to choose one', async () => {
  await renderAt('/projects/new', <NewProjectPage />);
  expect(screen.getByRole('heading', { name: 'Choose a group first' })).toBeVisible();
});
