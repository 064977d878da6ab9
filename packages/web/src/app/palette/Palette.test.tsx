import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { setSession } from '../../platform/session/session.ts';
import { register } from '../../platform/shortcuts/registry.ts';
import { recentNamespaces } from '../../modules/namespaces/summary.ts';
import { recentItems } from '../../modules/work-items/recent-items.ts';
import { Palette } from './Palette.tsx';

afterEach(() => vi.unstubAllGlobals());

const place = {
  kind: 'group',
  fullPath: 'kubernetes/sig-node',
  name: 'sig-node',
  isNamed: true,
  state: null,
  disabledFeatures: null,
  avatarUrl: null,
  permissions: { adminWebHook: false, readSettings: false, readVulnerabilities: false },
  trail: [
    { name: 'Kubernetes', fullPath: 'kubernetes' },
    { name: 'sig-node', fullPath: 'kubernetes/sig-node' },
  ],
} as const;

const found = (id: string, kind: string, title: string, reference: string, webPath: string) => ({
  id,
  kind,
  title,
  titleRanges: [{ start: title.toLowerCase().indexOf('place'), end: title.toLowerCase().indexOf('place') + 5 }],
  webPath,
  reference,
});
const answer = (parts: Partial<Record<'epics' | 'issues' | 'people' | 'namespaces', object[]>> = {}) => ({
  epics: { results: { nodes: parts.epics ?? [] } },
  issues: { results: { nodes: parts.issues ?? [] } },
  people: { results: { nodes: parts.people ?? [] } },
  namespaces: { results: { nodes: parts.namespaces ?? [] } },
});
const places = found('g1', 'GROUP', 'Places', 'places', '/groups/places');

function serve() {
  return fakeServer({
    paletteSearch: () =>
      answer({
        epics: [
          found('e', 'EPIC', 'In-place update', 'kubernetes/sig-node&59', '/groups/kubernetes/sig-node/-/epics/59'),
        ],
        issues: [found('i', 'ISSUE', 'Place holders', 'kubernetes/kep#5', '/kubernetes/kep/-/issues/5')],
        people: [found('u', 'USER', 'Ada Place', '@ada', '/ada')],
        namespaces: [places, found('p2', 'PROJECT', 'Place cards', 'print/place-cards', '/print/place-cards')],
      }),
  });
}

test('without a text it offers the parts of the current group or project', async () => {
  serve();
  const onClose = vi.fn<() => void>();
  const { user, address } = await renderAt('/', <Palette namespace={place} onClose={onClose} />);
  expect(screen.getByRole('combobox', { name: 'Search or jump to' })).toHaveFocus();
  expect(screen.getByRole('option', { name: /Overview/ })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(address()).toBe('/groups/kubernetes/sig-node/-/roadmap?view=overview'));
});

test('TM-CK-04: arrows choose, Enter opens, Ctrl+Enter opens in a new tab, Escape closes and returns the focus', async () => {
  serve();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Search</button>
        {isOpen && <Palette namespace={place} onClose={() => setOpen(false)} />}
      </>
    );
  }
  const { user, address } = await renderAt('/', <Opener />);
  const opener = screen.getByRole('button', { name: 'Search' });
  await user.click(opener);
  const field = () => screen.getByRole('combobox', { name: 'Search or jump to' });
  await user.keyboard('place');
  const second = await screen.findByRole('option', { name: /Place holders/ });
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}');
  await waitFor(() => expect(second).toHaveAttribute('aria-selected', 'true'));
  expect(field()).toHaveAttribute('aria-activedescendant', second.id);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(opened).toHaveBeenCalledExactlyOnceWith('/kubernetes/kep/-/issues/5', '_blank', 'noopener');
  expect(field()).toHaveFocus();
  // What a browser does on Escape in a modal dialog.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(opener).toHaveFocus();
  expect(address()).toBe('/');
  await user.click(opener);
  await user.keyboard('place');
  await screen.findByRole('option', { name: /Place holders/ });
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/kubernetes/kep/-/issues/5'));
});

test('TM-CK-02, TM-CK-03, TM-CK-04: a text finds items, people and namespaces below what this browser knows, with announced counts', async () => {
  recentItems.set([{ path: '/kubernetes/kep/-/issues/7', title: 'Replace etcd', reference: 'kubernetes/kep#7' }]);
  recentNamespaces.set([{ kind: 'group', fullPath: 'marketplace', name: 'Marketplace' }]);
  const asked = serve();
  const { user } = await renderAt('/', <Palette namespace={place} onClose={() => undefined} />);
  const recent = within(screen.getByRole('group', { name: 'Recent' }));
  expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Replace etcdkubernetes/kep#7',
    'Marketplacemarketplace',
  ]);
  await user.keyboard('place');
  // Known at once, and still chosen when the server has answered.
  expect(screen.getByRole('option', { name: /Replace etcd/ })).toHaveAttribute('aria-selected', 'true');
  const epics = within(await screen.findByRole('group', { name: 'Epics' }));
  expect(epics.getByRole('option')).toHaveTextContent('In-place updatekubernetes/sig-node&59');
  expect(epics.getByText('place').tagName).toBe('MARK');
  expect(screen.getByRole('option', { name: /Replace etcd/ })).toHaveAttribute('aria-selected', 'true');
  expect(within(screen.getByRole('group', { name: 'People' })).getByRole('option')).toHaveTextContent('Ada Place@ada');
  expect(screen.getByRole('option', { name: /Place holders/ })).toBeVisible();
  expect(screen.getByRole('option', { name: /Place cards/ })).toHaveTextContent('print/place-cards');
  expect(screen.getByRole('option', { name: 'Search for “place”' })).toBeVisible();
  expect(screen.getByText('8 results')).toBeInTheDocument();
  expect(asked.find(({ operation }) => operation === 'paletteSearch')?.body).toMatchObject({
    variables: { search: 'place' },
  });
  recentItems.set([]);
  recentNamespaces.set([]);
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

test('TM-CK-05: commands are offered where their permission holds, act on the current group or project, and show their shortcut', async () => {
  const permissions = { createEpic: false };
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
  onTestFinished(() => setSession({ viewer: null }));
  fakeServer({
    groupPermissions: () => ({ group: { id: 'g', userPermissions: permissions } }),
    paletteSearch: () => answer(),
  });
  const end = register([{ keys: 'n', title: 'New note', perform: () => undefined }]);
  onTestFinished(end);
  const first = await renderAt('/', <Palette namespace={place} onClose={() => undefined} />);
  await first.user.keyboard('new');
  expect(await screen.findByRole('option', { name: /^New note\s*n$/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /New epic/ })).toBeNull();
  cleanup();

  permissions.createEpic = true;
  const { user, address } = await renderAt('/', <Palette namespace={place} onClose={() => undefined} />);
  await user.keyboard('new epic');
  await user.click(await screen.findByRole('option', { name: /New epic/ }));
  await waitFor(() => expect(address()).toBe('/groups/kubernetes/sig-node/-/epics/new'));
});

test('what finds nothing says so', async () => {
  fakeServer({ paletteSearch: () => answer() });
  const { user } = await renderAt('/', <Palette namespace={place} onClose={() => undefined} />);
  await user.keyboard('zzz');
  expect(await screen.findByText('No results for “zzz”')).toBeVisible();
});

test('Enter right after typing opens a result of the typed text, not an outdated one', async () => {
  let release: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (release = resolve));
  fakeServer({
    paletteSearch: async () => {
      await answered;
      return answer({ namespaces: [places] });
    },
  });
  const onClose = vi.fn<() => void>();
  const { user, address } = await renderAt('/', <Palette namespace={place} onClose={onClose} />);
  await user.keyboard('places{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByText(/No results/)).toBeNull();
  release();
  await waitFor(() => expect(address()).toBe('/groups/places'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('what an earlier text found cannot be chosen while the answer to a newer one is due', async () => {
  let release: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (release = resolve));
  fakeServer({
    paletteSearch: async ({ body }) => {
      const { search } = (body as { variables: { search: string } }).variables;
      if (search !== 'places') return answer({ namespaces: [found('g0', 'GROUP', 'Plan', 'plan', '/groups/plan')] });
      await answered;
      return answer({ namespaces: [places] });
    },
  });
  const onClose = vi.fn<() => void>();
  const { user, address } = await renderAt('/', <Palette namespace={place} onClose={onClose} />);
  await user.keyboard('pla');
  const earlier = await screen.findByRole('option', { name: /Plan/ });
  await user.keyboard('ces');
  expect(earlier).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(earlier);
  await user.keyboard('{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  release();
  await waitFor(() => expect(address()).toBe('/groups/places'));
});

test('a part of the group or project is opened by its name without waiting for it to be drawn', async () => {
  serve();
  const { user, address } = await renderAt('/', <Palette namespace={place} onClose={() => undefined} />);
  await user.keyboard('m{Enter}');
  await waitFor(() => expect(address()).toBe('/groups/kubernetes/sig-node/-/roadmap?view=overview'));
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
