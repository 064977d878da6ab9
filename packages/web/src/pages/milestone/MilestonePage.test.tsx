import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { MilestonePage } from './MilestonePage.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } }));
afterEach(() => vi.unstubAllGlobals());

const day = (date: string, scopeCount: number, completedCount: number) => ({
  date,
  scopeCount,
  completedCount,
  scopeWeight: scopeCount * 2,
  completedWeight: completedCount * 2,
});
const report = {
  stats: { complete: { count: 1, weight: 2 }, total: { count: 3, weight: 6 } },
  isPartial: true,
  burnupTimeSeries: [day('2026-01-01', 2, 0), day('2026-01-02', 3, 1)],
  error: null,
};
const milestone = {
  id: 'gid://gitlab/Milestone/1',
  iid: '3',
  title: 'v1',
  description: '',
  descriptionHtml: '',
  state: 'active',
  startDate: '2026-01-01T00:00:00Z',
  dueDate: '2026-01-31T00:00:00Z',
  expired: false,
  webPath: '/a/b/-/milestones/3',
  projectMilestone: true,
  group: null,
  project: { id: 'p', nameWithNamespace: 'A / B' },
  stats: { totalIssuesCount: 3, closedIssuesCount: 1, totalWeight: 6, closedWeight: 2, epicsCount: 0 },
  userPermissions: { adminMilestone: true, promoteMilestone: false },
  report,
};
const issue = (id: number, title: string, state: string, assignees: object[] = []) => ({
  id,
  title,
  state,
  weight: 2,
  web_url: `http://localhost/a/b/-/issues/${id}`,
  references: { full: `a/b#${id}` },
  assignees,
});
const ada = { id: 1, name: 'Ada', avatar_url: null };

async function open(change: object = {}) {
  fakeServer({
    projectMilestone: () => ({ project: { id: 'p', milestones: { nodes: [{ ...milestone, ...change }] } } }),
    'GET /api/v4/projects/a%2Fb/milestones/1/issues': () => [
      issue(1, 'Idle', 'opened'),
      issue(2, 'Busy', 'opened', [ada]),
      issue(3, 'Over', 'closed', [ada]),
    ],
  });
  return renderAt(
    '/a/b/-/milestones/3',
    <MilestonePage address={{ page: 'projectMilestone', fullPath: 'a/b', iid: '3' }} />,
  );
}

test('TM-ML-07: issues are in columns by progress', async () => {
  await open();
  const titles = async (column: string) =>
    within(await screen.findByRole('region', { name: column }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(await titles('Unstarted')).toEqual(['Idle']);
  expect(await titles('Ongoing')).toEqual(['Busy']);
  expect(await titles('Completed')).toEqual(['Over']);
});

test('TM-ML-07: at most 500 issues are listed, and a note says how many there are', async () => {
  const asked: number[] = [];
  fakeServer({
    projectMilestone: () => ({ project: { id: 'p', milestones: { nodes: [milestone] } } }),
    'GET /api/v4/projects/a%2Fb/milestones/1/issues': ({ url }) => {
      const page = Number(new URL(url, 'http://milepost.test').searchParams.get('page'));
      asked.push(page);
      const issues = Array.from({ length: 100 }, (_, index) => issue(page * 100 + index, `${page}.${index}`, 'opened'));
      return new Response(JSON.stringify(issues), { headers: { 'x-total': '612' } });
    },
  });
  await renderAt(
    '/a/b/-/milestones/3',
    <MilestonePage address={{ page: 'projectMilestone', fullPath: 'a/b', iid: '3' }} />,
  );
  expect(await screen.findByText('The first 500 of 612 issues are shown.')).toBeVisible();
  expect(new Set(asked)).toEqual(new Set([1, 2, 3, 4, 5]));
});

test('TM-ML-08, TM-ML-10: charts have a table of the same figures, by count or weight, and name what is left out', async () => {
  const { user } = await open();
  // As wide as the milestone is long, in days.
  expect(await screen.findByRole('img', { name: 'Burn-down' })).toHaveAttribute('viewBox', '0 0 30 100');
  expect(screen.getByRole('img', { name: 'Burn-up' })).toBeVisible();
  expect(screen.getByText(/^Issues that you may not see are left out/)).toBeVisible();
  await user.click(screen.getByText('Show the figures as a table'));
  const cells = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells().at(-1)).toEqual(['Jan 2, 2026', '3', '1', '2']);
  await user.click(screen.getByRole('radio', { name: 'Weight' }));
  await waitFor(() => expect(cells().at(-1)).toEqual(['Jan 2, 2026', '6', '2', '4']));
});

test('TM-ML-08: without both dates a hint asks for them', async () => {
  await open({
    dueDate: null,
    report: { ...report, burnupTimeSeries: null, error: { code: 'MISSING_DATES', message: '' } },
  });
  expect(await screen.findByText('Set a start date and a due date to see burn-down and burn-up charts.')).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Burn-up' })).toBeNull();
});
