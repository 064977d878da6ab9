import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, type Answer } from '../../testing/page.tsx';
import { IterationPage } from './IterationPage.tsx';
import { IterationsPage } from './IterationsPage.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } }));
afterEach(() => vi.unstubAllGlobals());

const cadence = {
  id: 'gid://gitlab/Iterations::Cadence/1',
  title: 'Sprints',
  description: '',
  automatic: true,
  active: true,
  startDate: '2026-01-01T00:00:00Z',
  durationInWeeks: 2,
  iterationsInAdvance: 2,
  rollOver: true,
};
const iteration = {
  id: 'gid://gitlab/Iteration/7',
  iid: '3',
  title: null,
  description: '',
  descriptionHtml: '',
  state: 'closed',
  startDate: '2026-01-01T00:00:00Z',
  dueDate: '2026-01-14T00:00:00Z',
  webPath: '/groups/g/-/iterations/3',
  iterationCadence: cadence,
};
const may = () => ({ group: { id: 'g', userPermissions: { adminIteration: true, adminIterationCadence: true } } });

const openList = (cadences: object[], answers: Record<string, Answer> = {}) => {
  const asked = fakeServer({
    groupIterationsPage: () => ({
      namespace: {
        id: 'g',
        own: { nodes: cadences },
        iterationCadences: { nodes: cadences },
        iterations: { nodes: cadences.length > 0 ? [iteration] : [], pageInfo: { hasNextPage: false } },
      },
    }),
    groupPermissions: may,
    ...answers,
  });
  const page = renderAt(
    '/groups/g/-/iterations',
    <IterationsPage address={{ page: 'groupIterations', fullPath: 'g' }} />,
  );
  return page.then((rendered) => ({ ...rendered, asked }));
};

test('TM-IT-01: a cadence is created from the empty page, automatic at first', async () => {
  const { user, asked } = await openList([], {
    createIterationCadence: () => ({ iterationCadenceCreate: { errors: [] } }),
  });
  await user.click(await screen.findByRole('button', { name: 'New cadence' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('checkbox', { name: /^Automatic scheduling/ })).toBeChecked();
  expect(dialog.getByRole('checkbox', { name: /^Roll over/ })).not.toBeChecked();
  const options = (name: string) =>
    within(dialog.getByLabelText(name))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(options('Duration')).toEqual(['1 week', '2 weeks', '3 weeks', '4 weeks']);
  expect(options('Upcoming iterations')).toHaveLength(10);
  await user.click(dialog.getByRole('button', { name: 'Create cadence' }));
  expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription("Can't be blank");
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Sprints');
  await user.selectOptions(dialog.getByLabelText('Duration'), '3 weeks');
  await user.click(dialog.getByRole('button', { name: 'Create cadence' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ operation }) => operation === 'createIterationCadence')?.body).toMatchObject({
    variables: {
      input: { groupPath: 'g', title: 'Sprints', automatic: true, durationInWeeks: 3, rollOver: false, active: true },
    },
  });
});

test('TM-IT-10: deleting a cadence names its iterations and issues', async () => {
  const { user, asked } = await openList([cadence], {
    cadenceContents: () => ({ group: { id: 'g', iterations: { count: 4 }, issues: { count: 12 } } }),
    destroyIterationCadence: () => ({ iterationCadenceDestroy: { errors: [] } }),
  });
  expect(await screen.findByRole('link', { name: 'Jan 1 – Jan 14, 2026' })).toHaveAttribute(
    'href',
    '/groups/g/-/iterations/3',
  );
  expect(screen.queryByRole('button', { name: 'New iteration' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions for Sprints' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByText(/^4 iterations are deleted, and 12 issues lose their iteration\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete cadence' }));
  await waitFor(() => expect(asked.some(({ operation }) => operation === 'destroyIterationCadence')).toBe(true));
});

test('TM-IT-04: iterations of a manual cadence are created by hand', async () => {
  const { user, asked } = await openList([{ ...cadence, automatic: false }], {
    createIterationOfPage: () => ({ iterationCreate: { errors: [] } }),
  });
  await user.click(await screen.findByRole('button', { name: 'New iteration' }));
  await user.type(screen.getByLabelText('Start date'), '2026-02-01');
  await user.type(screen.getByLabelText('Due date'), '2026-02-14');
  await user.click(screen.getByRole('button', { name: 'Create iteration' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ operation }) => operation === 'createIterationOfPage')?.body).toMatchObject({
    variables: { input: { startDate: '2026-02-01', dueDate: '2026-02-14', iterationsCadenceId: cadence.id } },
  });
});

const report = {
  stats: { complete: { count: 1, weight: 0 }, total: { count: 2, weight: 0 } },
  isPartial: false,
  burnupTimeSeries: [{ date: '2026-01-01', scopeCount: 2, scopeWeight: 0, completedCount: 1, completedWeight: 0 }],
  error: null,
};
const earlier = { ...iteration, id: 'gid://gitlab/Iteration/6', iid: '2', title: 'Earlier' };

test('TM-IT-04, TM-IT-07, TM-IT-08: the page has charts, neighbors, who sets the dates, and warns without a next one', async () => {
  fakeServer({
    groupIterationPage: () => ({ namespace: { id: 'g', iterations: { nodes: [{ ...iteration, report }] } } }),
    iterationNeighbors: () => ({ group: { id: 'g', iterations: { nodes: [earlier, iteration] } } }),
    'GET /api/v4/groups/g/issues': () => [],
    groupPermissions: may,
  });
  const { user } = await renderAt(
    '/groups/g/-/iterations/3',
    <IterationPage address={{ page: 'groupIteration', fullPath: 'g', iid: '3' }} />,
  );
  expect(await screen.findByRole('link', { name: 'Previous: Earlier' })).toHaveAttribute(
    'href',
    '/groups/g/-/iterations/2',
  );
  expect(screen.getByText(/^This cadence has no next iteration\./)).toBeVisible();
  expect(screen.getByRole('img', { name: 'Burn-up' })).toBeVisible();
  expect(screen.getByText(/The cadence sets the dates of this iteration\./)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(screen.queryByLabelText('Start date')).toBeNull();
});

test('TM-IT-09: in a project, figures and issues are those of the project', async () => {
  const asked = fakeServer({
    projectIterationPage: () => ({ namespace: { id: 'p', iterations: { nodes: [{ ...iteration, report }] } } }),
    iterationNeighbors: () => ({ group: { id: 'g', iterations: { nodes: [iteration] } } }),
    'GET /api/v4/projects/g%2Fp/issues': () => [],
  });
  await renderAt(
    '/g/p/-/iterations/inherited/7',
    <IterationPage address={{ page: 'projectInheritedIteration', fullPath: 'g/p', iid: '7' }} />,
  );
  await screen.findByRole('img', { name: 'Burn-up' });
  expect(asked.find(({ operation }) => operation === 'projectIterationPage')?.body).toMatchObject({
    variables: { fullPathText: 'g/p', id: 'gid://gitlab/Iteration/7' },
  });
  await waitFor(() => expect(asked.some(({ url }) => url.includes('iteration_id=7'))).toBe(true));
});
