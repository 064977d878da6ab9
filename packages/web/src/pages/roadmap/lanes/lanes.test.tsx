import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { epicNode, epicsAnswer, openRoadmap, type Answers } from '../../../testing/roadmap-page.tsx';
import { foldedLanes } from '../data/folded.ts';

const lane = (value: string | null, count: number, more: object = {}) => ({
  key: `LABEL%3Astage=${value ?? ''}`,
  value,
  title: value && `stage::${value}`,
  color: '#1068bf',
  count,
  closed: 1,
  overdue: 2,
  health: { onTrack: 3, needsAttention: 0, atRisk: 1, none: 0 },
  progress: { percentage: 56 },
  startDate: '2025-07-07',
  dueDate: '2025-08-31',
  lacksStartDate: false,
  lacksDueDate: true,
  shades: Array.from({ length: 14 }, (_, index) => index % 3),
  epic: null,
  lanes: null,
  ...more,
});

const answers = (more: Answers = {}): Answers => ({
  roadmapLanes: () => ({
    group: {
      id: 'gid://gitlab/Group/1',
      name: 'Kubernetes',
      epicLanes: { nodes: [lane('beta', 2), lane(null, 1)], pageInfo: { hasNextPage: false, endCursor: null } },
    },
  }),
  roadmapGroupEpicsWithColor: ({ lane: key }) =>
    epicsAnswer(
      key === 'LABEL%3Astage=beta'
        ? [epicNode({ title: 'One' }), epicNode({ title: 'Two' })]
        : [epicNode({ title: 'Three' })],
    ),
  ...more,
});

const open = (more: Answers = {}) => openRoadmap(answers(more), '?group_by=LABEL:stage', () => foldedLanes.set({}));
const header = (name: RegExp) => screen.findByRole('row', { name });

test('RX-LN-01, RX-LN-04, RX-LN-05, RX-KB-01: a header names value, count and progress, and draws dates and health', async () => {
  const { askedFor } = open();
  const beta = await header(/^stage beta, 2 epics, 56%$/);
  expect(beta).toHaveAttribute('aria-level', '1');
  expect(beta).toHaveAttribute('aria-expanded', 'true');
  expect(beta.getBoundingClientRect().height).toBe(36);
  expect(within(beta).getByText('Jul 7, 2025 – No end date')).toBeVisible();
  for (const name of ['On track: 3', 'At risk: 1', 'Closed: 1'])
    expect(within(beta).getByLabelText(name)).toBeVisible();
  expect(within(beta).getByText('2 overdue')).toBeVisible();
  expect(within(beta).queryByLabelText(/Needs attention/)).toBeNull();
  const one = (await screen.findByRole('link', { name: 'One' })).closest('[role=row]');
  expect(one).toHaveAttribute('aria-level', '2');
  expect(await header(/^None, 1 epic, 56%$/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Three' })).toBeVisible();
  expect(askedFor('roadmapLanes')[0]?.variables).toMatchObject({ groupBy: 'LABEL:stage', today: '2025-07-17' });
  expect(askedFor('roadmapGroupEpicsWithColor').every(({ variables }) => variables['lane'] !== undefined)).toBe(true);
});

test('RX-LN-06, RX-KB-02: lanes fold by press and by key, one or all, and show one bar', async () => {
  const { user, search, askedFor } = open();
  await screen.findByRole('link', { name: 'One' });
  await screen.findByRole('link', { name: 'Three' });
  const beta = await header(/^stage beta/);
  await user.click(within(beta).getByRole('button', { name: 'Collapse stage beta' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'One' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Three' })).toBeVisible();
  expect(foldedLanes.get()['kubernetes']).toEqual(['LABEL%3Astage=beta']);
  expect(search().has('folded')).toBe(false);
  const folded = await header(/^stage beta/);
  expect(folded).toHaveAttribute('aria-expanded', 'false');
  // Shades cost as much as all the rest: they are requested once a lane shows them.
  expect(askedFor('roadmapLanes').map(({ variables }) => variables['hasShades'])).toEqual([false, true]);
  expect(Number(folded.querySelector<HTMLElement>('[role=gridcell] > i')?.style.opacity)).toBeGreaterThan(0.24);
  folded.focus();
  await user.keyboard('{ArrowRight}');
  const one = (await screen.findByRole('link', { name: 'One' })).closest<HTMLElement>('[role=row]');
  await user.keyboard('{ArrowDown}');
  expect(one).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(await header(/^stage beta/)).toHaveFocus();
  await user.keyboard(' ');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'One' })).toBeNull());
  await user.keyboard(' ');
  await screen.findByRole('link', { name: 'One' });
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await waitFor(() => expect(screen.queryByRole('link', { name: /One|Three/ })).toBeNull());
});

test('RX-LN-18: a lane whose rows fail says so in its place, and the others stay', async () => {
  let fails = true;
  const { user } = open({
    roadmapGroupEpicsWithColor: ({ lane: key }) => {
      if (key === 'LABEL%3Astage=beta' && fails) throw new Error('Away');
      return epicsAnswer([epicNode({ title: String(key).endsWith('=') ? 'Three' : 'One' })]);
    },
  });
  expect(await screen.findByText('Something went wrong while fetching epics', {}, { timeout: 8000 })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Three' })).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'One' })).toBeVisible();
});

test('RX-GB-01, RX-GB-03: the menu offers groupings in order, and a second level of another kind', async () => {
  const { user, search } = openRoadmap({
    ...answers(),
    roadmapLabelScopes: () => ({ group: { id: 'g', epicLabelScopes: [{ scope: 'stage' }, { scope: 'team' }] } }),
    namespaceCustomFieldNames: () => ({
      namespace: {
        id: 'n',
        customFields: {
          count: 1,
          nodes: [
            {
              id: 'gid://gitlab/Issuables::CustomField/7',
              name: 'Tier',
              fieldType: 'SINGLE_SELECT',
              selectOptions: [],
            },
          ],
        },
      },
    }),
  });
  const names = async () => (await screen.findAllByRole('menuitemradio')).map((item) => item.textContent);
  await user.click(await screen.findByRole('button', { name: 'Group by: None' }));
  const first = ['None', 'Subgroup', 'stage::*', 'team::*', 'Milestone', 'Iteration', 'Assignee', 'Author', 'Health'];
  expect(await names()).toEqual([...first, 'Status', 'Parent', 'Tier']);
  await user.click(screen.getByRole('menuitemradio', { name: 'stage::*' }));
  await waitFor(() => expect(search().get('group_by')).toBe('LABEL:stage'));
  await user.click(await screen.findByRole('button', { name: 'Group by: stage::*' }));
  await screen.findByText('Then by');
  expect((await names()).filter((name) => name === 'stage::*')).toHaveLength(1);
  await user.click(screen.getAllByRole('menuitemradio', { name: 'Health' })[1] as HTMLElement);
  await waitFor(() => expect(search().get('then_by')).toBe('HEALTH'));
});
