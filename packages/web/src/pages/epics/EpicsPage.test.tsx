import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../app/session.ts';
import { type Asked, fakeServer, renderAt } from '../../testing/page.tsx';
import { EpicsPage } from './EpicsPage.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } }));
afterEach(() => vi.unstubAllGlobals());

const epic = (iid: number, title: string) => ({
  id: `gid://gitlab/Epic/${iid}`,
  iid: String(iid),
  title,
  state: 'opened',
  color: '#1068bf',
  confidential: false,
  blocked: iid === 2,
  webPath: `/groups/kubernetes/sig-node/-/epics/${iid}`,
  reference: `kubernetes/sig-node&${iid}`,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  closedAt: null,
  startDate: null,
  dueDate: iid === 1 ? '2025-12-17' : null,
  author: { id: 'u', name: 'Vera Lindqvist' },
  labels: { nodes: [{ id: 'l', title: 'sig::node', color: '#1068bf', description: null }] },
  descendantCounts: { openedEpics: 3, closedEpics: 1, openedIssues: 1, closedIssues: 1 },
  descendantWeightSum: { openedIssues: 0, closedIssues: 0 },
  healthStatus: { issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 },
});

const variablesOf = ({ body }: Asked) => (body as { variables: Record<string, unknown> }).variables;

function serve() {
  return fakeServer({
    groupEpics: (asked) => {
      const isFirst = variablesOf(asked)['after'] === '';
      return {
        group: {
          id: 'g',
          epics: {
            nodes:
              variablesOf(asked)['search'] === 'nothing'
                ? []
                : isFirst
                  ? [epic(1, 'In-place update'), epic(2, 'Structured parameters')]
                  : [epic(3, 'Device taints')],
            pageInfo: { hasNextPage: isFirst && variablesOf(asked)['search'] !== 'nothing', endCursor: 'next' },
          },
        },
      };
    },
    epicCounts: () => ({ group: { id: 'g', opened: { count: 526 }, closed: { count: 1361 } } }),
  });
}

const open = (search = '') =>
  renderAt(`/groups/kubernetes/-/epics${search}`, <EpicsPage address={{ page: 'epics', fullPath: 'kubernetes' }} />);
const asksOf = (asked: Asked[]) => asked.filter(({ operation }) => operation === 'groupEpics').map(variablesOf);

test('EL-PG-05: the state tabs carry counts, and choosing one lists that state', async () => {
  const asked = serve();
  const { user, address } = await open();
  expect(await screen.findByRole('tab', { name: 'Open 526' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tab', { name: 'All 1,887' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Closed 1,361' }));
  await waitFor(() => expect(asksOf(asked).at(-1)).toMatchObject({ state: 'closed', after: '' }));
  expect(address()).toBe('/groups/kubernetes/-/epics?state=closed');
});

test('a row shows title, labels, reference, author, progress and due date', async () => {
  serve();
  await open();
  const row = within((await screen.findByRole('link', { name: 'In-place update' })).closest('li') as HTMLElement);
  expect(row.getByRole('link')).toHaveAttribute('href', '/groups/kubernetes/sig-node/-/epics/1');
  expect(row.getByText('sig')).toBeVisible();
  expect(row.getByText('sig-node&1')).toBeVisible();
  expect(row.getByText('created by Vera Lindqvist')).toBeVisible();
  expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  expect(row.getByText('Dec 17, 2025')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Blocked' })).toBeVisible();
});

test('EL-PG-06: the list is sorted by what the menu says, in either direction, and the address keeps it', async () => {
  const asked = serve();
  const { user, address } = await open();
  await user.click(await screen.findByRole('button', { name: 'Last updated' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'Due date' }));
  await waitFor(() => expect(asksOf(asked).at(-1)).toMatchObject({ sort: 'END_DATE_DESC' }));
  await user.click(screen.getByRole('button', { name: 'Sorted descending: change to ascending' }));
  await waitFor(() => expect(asksOf(asked).at(-1)).toMatchObject({ sort: 'END_DATE_ASC' }));
  expect(address()).toContain('sort=due_date_asc');
});

test('more is fetched after the cursor and appended', async () => {
  const asked = serve();
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: 'Device taints' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'In-place update' })).toBeVisible();
  expect(asksOf(asked).at(-1)).toMatchObject({ after: 'next' });
  expect(screen.getByText('3 of 526 epics shown')).toBeVisible();
});

test('an address with a filter opens filtered, and its labels can be taken away', async () => {
  const asked = serve();
  const { user, address } = await open('?search=pod&label_name[]=sig%3A%3Anode&state=all');
  expect(await screen.findByRole('searchbox', { name: 'Search epics' })).toHaveValue('pod');
  expect(asksOf(asked)[0]).toMatchObject({ search: 'pod', labelName: ['sig::node'], state: 'all' });
  await user.click(screen.getByRole('button', { name: 'Remove label sig::node from the filter' }));
  await waitFor(() => expect(address()).not.toContain('label_name'));
});

test('a search that finds nothing says so', async () => {
  serve();
  const { user } = await open();
  await user.type(await screen.findByRole('searchbox', { name: 'Search epics' }), 'nothing');
  expect(await screen.findByRole('heading', { name: 'No epics match' })).toBeVisible();
});

test('a group that cannot be seen is not found', async () => {
  fakeServer({ groupEpics: () => ({ group: null }), epicCounts: () => ({ group: null }) });
  await open();
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
});
