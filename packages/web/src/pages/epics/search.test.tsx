import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { type Asked, fakeServer, renderAt } from '../../testing/page.tsx';
import { EpicsPage } from './EpicsPage.tsx';

beforeEach(() => {
  localStorage.clear();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => vi.unstubAllGlobals());

const variablesOf = ({ body }: Asked) => (body as { variables: Record<string, unknown> }).variables;
const label = (title: string) => ({ id: title, title, color: '#1068bf' });

async function open(search = '') {
  const asked = fakeServer({
    groupEpics: () => ({
      group: {
        id: 'g',
        epics: {
          nodes: [],
          pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        },
      },
    }),
    epicCounts: () => ({ group: { id: 'g', opened: { count: 0 }, closed: { count: 0 } } }),
    filterLabels: () => ({ group: { id: 'g', labels: { nodes: [label('bug'), label('tower')] } } }),
    usersAutocomplete: () => ({
      group: { id: 'g', autocompleteUsers: [{ id: '5', avatarUrl: null, name: 'Vera Lindqvist', username: 'vera' }] },
    }),
    filterMilestones: () => ({ group: { id: 'g', milestones: { nodes: [{ id: 'm', title: 'v1.35' }] } } }),
    searchEpicsBelow: () => ({
      group: {
        id: 'g',
        epics: { nodes: [{ id: 'e', iid: '12', title: 'Swap', group: { id: 'n', fullPath: 'kubernetes/sig-node' } }] },
      },
    }),
    searchEpics: () => ({ group: { id: 'g', epics: { nodes: [] } } }),
  });
  const page = await renderAt(
    `/groups/kubernetes/-/epics${search}`,
    <EpicsPage address={{ page: 'epics', fullPath: 'kubernetes' }} />,
  );
  const field = await screen.findByRole('combobox', { name: 'Search or filter epics' });
  const lists = () => asked.filter(({ operation }) => operation === 'groupEpics').map(variablesOf);
  const parameters = () => new URL(page.address(), 'http://localhost').searchParams;
  return { ...page, field, lists, parameters };
}

const tokens = () => [...document.querySelectorAll('[data-body]')].map((token) => token.getAttribute('aria-label'));
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const kept = (): unknown[] => JSON.parse(localStorage.getItem('kubernetes-epics-recent-searches') ?? '[]') as unknown[];

test('FS-RS-01 and FS-RS-02: a search is saved when it has a filter, each search only once, the latest first', async () => {
  const { user, field, parameters } = await open();
  await user.type(field, '   {Enter}');
  expect(kept()).toEqual([]);
  for (const word of ['swap', 'resize', 'swap']) {
    await user.type(field, `${word}{Enter}`);
    await waitFor(() => expect(parameters().get('search')).toBe(word));
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(parameters().get('search')).toBeNull());
  }
  expect(kept()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Recent searches' }));
  const items = within(await screen.findByRole('menu', { name: 'Recent searches' })).getAllByRole('menuitem');
  expect(items.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['swap', 'resize']);
});

test('FS-TK-03 and FS-TK-10: a token has a title, an operator and a value with its symbol', async () => {
  const { user, field, parameters } = await open();
  await user.type(field, '{ArrowDown}');
  await waitFor(() => expect(options()).toContain('Label~'));
  expect(options().filter((text) => /[@~%&]$/.test(text ?? ''))).toEqual(['Author@', 'Label~', 'Milestone%', 'Epic&']);
  await user.click(screen.getByRole('option', { name: /^Label/ }));
  await user.click(await screen.findByRole('option', { name: /^is not/ }));
  await user.click(await screen.findByRole('option', { name: /bug/ }));
  await waitFor(() => expect(tokens()).toEqual(['Label is not ~bug']));
  expect(parameters().get('not[label_name][]')).toBe('bug');
});

test.each([
  [0, 'label_name[]'],
  [1, 'not[label_name][]'],
  [2, 'or[label_name][]'],
])('FS-TK-04: of the operators is, is not and or, number %s becomes %s', async (index, parameter) => {
  const { user, field, parameters } = await open();
  await user.type(field, '{ArrowDown}');
  await user.click(await screen.findByRole('option', { name: /^Label/ }));
  await screen.findByRole('option', { name: /^is not/ });
  const offered = screen.getAllByRole('option');
  expect(offered).toHaveLength(3);
  await user.click(offered[index] ?? field);
  await user.click(await screen.findByRole('option', { name: /bug/ }));
  await waitFor(() => expect(parameters().getAll(parameter)).toEqual(['bug']));
});

test.each([
  ['@ver', /Vera Lindqvist/, 'Author is @vera'],
  ['~bu', /bug/, 'Label is ~bug'],
  ['%v1', /v1\.35/, 'Milestone is %v1.35'],
])('FS-TK-10: typing %s starts a token with that symbol', async (typed, option, token) => {
  const { user, field } = await open();
  await user.type(field, typed);
  await user.click(await screen.findByRole('option', { name: option }));
  await waitFor(() => expect(tokens()).toEqual([token]));
});

test('FS-TK-10: an epic is separated from its group by ::', async () => {
  const { user, field, parameters } = await open();
  await user.type(field, '&swa');
  await user.click(await screen.findByRole('option', { name: /Swap/ }));
  await waitFor(() => expect(parameters().get('epic_iid')).toBe('kubernetes/sig-node::&12'));
});

test('FS-TK-06: tokens that differ in type, operator or value are all kept', async () => {
  const search =
    '?label_name[]=bug&label_name[]=tower&not[label_name][]=bug&author_username=vera&not[author_username]=bo';
  const { lists } = await open(search);
  await waitFor(() => expect(tokens()).toHaveLength(5));
  await waitFor(() =>
    expect(lists().at(-1)).toMatchObject({
      labelName: ['bug', 'tower'],
      authorUsername: 'vera',
      not: { labelName: ['bug'], authorUsername: 'bo' },
    }),
  );
});

test.each([
  ['', 'UPDATED_AT_DESC'],
  ['?sort=title_asc', 'TITLE_ASC'],
  ['?sort=TITLE_DESC', 'TITLE_DESC'],
  ['?sort=title', 'UPDATED_AT_DESC'],
  ['?sort=popularity', 'UPDATED_AT_DESC'],
])('FS-SO-01 and FS-SO-02: the list opened with "%s" is sorted by %s', async (search, sort) => {
  const { lists } = await open(search);
  await waitFor(() => expect(lists()[0]).toMatchObject({ sort }));
});

test('FS-SO-03 and EN-OT-07: changing the direction keeps the sort field and uses its other key', async () => {
  const { user, lists, parameters } = await open('?sort=title_asc');
  expect(screen.getByRole('button', { name: 'Sort by: Title' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sort direction: ascending' }));
  await waitFor(() => expect(lists().at(-1)).toMatchObject({ sort: 'TITLE_DESC' }));
  expect(screen.getByRole('button', { name: 'Sort by: Title' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sort direction: descending' }));
  await waitFor(() => expect(parameters().get('sort')).toBe('title_asc'));
});
