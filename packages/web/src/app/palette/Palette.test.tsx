import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { register } from '../../platform/shortcuts/registry.ts';
import { Palette } from './Palette.tsx';

afterEach(() => vi.unstubAllGlobals());

const place = {
  kind: 'group',
  fullPath: 'kubernetes/sig-node',
  name: 'sig-node',
  isNamed: true,
  avatarUrl: null,
  permissions: { adminWebHook: false, readSettings: false },
  trail: [
    { name: 'Kubernetes', fullPath: 'kubernetes' },
    { name: 'sig-node', fullPath: 'kubernetes/sig-node' },
  ],
} as const;

function serve() {
  return fakeServer({
    paletteEpics: () => ({
      group: {
        id: 'g',
        epics: {
          nodes: [
            {
              id: 'e',
              iid: '59',
              title: 'In-place update',
              webPath: '/groups/kubernetes/sig-node/-/epics/59',
              reference: 'kubernetes/sig-node&59',
            },
          ],
        },
      },
    }),
    'GET /api/v4/groups': () => [{ id: 1, name: 'Places', full_path: 'places' }],
    'GET /api/v4/projects': () => [{ id: 2, name: 'Place cards', path_with_namespace: 'print/place-cards' }],
  });
}

test('without a text it offers the parts of the present place', async () => {
  serve();
  const onClose = vi.fn<() => void>();
  const { user, address } = await renderAt('/', <Palette namespace={place} onClose={onClose} />);
  expect(screen.getByRole('combobox', { name: 'Search or jump to' })).toHaveFocus();
  expect(screen.getByRole('option', { name: /Overview/ })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(address()).toBe('/groups/kubernetes/sig-node/-/roadmap'));
});

test('a text finds epics of the whole top group, groups and projects, and its place in them is set off', async () => {
  const asked = serve();
  const { user } = await renderAt('/', <Palette namespace={place} onClose={() => undefined} />);
  await user.keyboard('place');
  const epics = within(await screen.findByRole('group', { name: 'Epics' }));
  expect(epics.getByRole('option')).toHaveTextContent('In-place updatesig-node&59');
  expect(epics.getByText('place').tagName).toBe('MARK');
  expect(screen.getByRole('option', { name: /Place cards/ })).toHaveTextContent('print/place-cards');
  expect(asked.find(({ operation }) => operation === 'paletteEpics')?.body).toMatchObject({
    variables: { fullPath: 'kubernetes', search: 'place' },
  });
});

test('the page’s shortcuts are offered too, and run once the palette is closed', async () => {
  serve();
  const perform = vi.fn<() => void>();
  const end = register([
    { keys: 'e', title: 'Edit the text', perform },
    { keys: 'j', title: 'Editing goes on' },
  ]);
  const onClose = vi.fn<() => void>();
  const { user } = await renderAt('/', <Palette namespace={place} onClose={onClose} />);
  await user.keyboard('edit');
  const actions = within(await screen.findByRole('group', { name: 'On this page' }));
  expect(actions.getAllByRole('option')).toHaveLength(1);
  await user.click(actions.getByRole('option', { name: /Edit the text/ }));
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(perform).toHaveBeenCalledOnce());
  end();
});

test('what finds nothing says so', async () => {
  fakeServer({
    paletteEpics: () => ({ group: null }),
    'GET /api/v4/groups': () => [],
    'GET /api/v4/projects': () => [],
  });
  const { user } = await renderAt('/', <Palette namespace={place} onClose={() => undefined} />);
  await user.keyboard('zzz');
  expect(await screen.findByText('No results for “zzz”')).toBeVisible();
});

test('Enter right after typing opens a result of the typed text, not an outdated one', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  fakeServer({
    paletteEpics: () => ({ group: null }),
    'GET /api/v4/groups': async () => {
      await answered;
      return [{ id: 1, name: 'Places', full_path: 'places' }];
    },
    'GET /api/v4/projects': () => [],
  });
  const onClose = vi.fn<() => void>();
  const { user, address } = await renderAt('/', <Palette namespace={place} onClose={onClose} />);
  await user.keyboard('places{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByText(/No results/)).toBeNull();
  answer();
  await waitFor(() => expect(address()).toBe('/groups/places'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('what an earlier text found cannot be chosen while the answer to a newer one is due', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  fakeServer({
    paletteEpics: () => ({ group: null }),
    'GET /api/v4/groups': async ({ url }) => {
      if (!url.includes('search=places')) return [{ id: 1, name: 'Plan', full_path: 'plan' }];
      await answered;
      return [{ id: 2, name: 'Places', full_path: 'places' }];
    },
    'GET /api/v4/projects': () => [],
  });
  const onClose = vi.fn<() => void>();
  const { user, address } = await renderAt('/', <Palette namespace={place} onClose={onClose} />);
  await user.keyboard('pla');
  const earlier = await screen.findByRole('option', { name: /Plan/ });
  await user.keyboard('ces');
  expect(earlier).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(earlier);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(address()).toBe('/groups/places'));
});

test('a part of the place is opened by its name without waiting for it to be drawn', async () => {
  serve();
  const { user, address } = await renderAt('/', <Palette namespace={place} onClose={() => undefined} />);
  await user.keyboard('m{Enter}');
  await waitFor(() => expect(address()).toBe('/groups/kubernetes/sig-node/-/roadmap'));
});

test('what is chosen is named to screen readers by an id of its own', async () => {
  serve();
  const { user } = await renderAt('/', <Palette namespace={place} onClose={() => undefined} />);
  await user.keyboard('place');
  await screen.findByRole('option', { name: /Place cards/ });
  const options = screen.getAllByRole('option');
  for (const { id } of options) expect(id).toMatch(/^\S+$/);
  expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
  const chosen = screen.getByRole('combobox').getAttribute('aria-activedescendant');
  expect(options.find(({ id }) => id === chosen)).toHaveAttribute('aria-selected', 'true');
});
