import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { lane, lanesAnswer } from '../../../testing/roadmap-lanes.ts';
import { epicNode, epicsAnswer, openRoadmap, type Answers } from '../../../testing/roadmap-page.tsx';

const answers = (more: Answers = {}): Answers => ({
  roadmapLanes: () => lanesAnswer([lane('beta', 2), lane(null, 1)]),
  roadmapGroupEpicsWithColor: ({ lane: key }) =>
    epicsAnswer(
      key === 'LABEL%3Astage=beta'
        ? [epicNode({ title: 'One' }), epicNode({ title: 'Two' })]
        : [epicNode({ title: 'Three' })],
    ),
  ...more,
});

const open = (more: Answers = {}) => openRoadmap(answers(more), '?group_by=LABEL:stage');
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
  expect(localStorage.getItem('milepost.roadmap.folded-lanes')).toBe('kubernetes=LABEL%253Astage%3Dbeta');
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

test('headers and rows stand in the order of the list, also once the list has scrolled', async () => {
  openRoadmap(
    {
      roadmapLanes: () => lanesAnswer([lane('beta', 40), lane(null, 40)]),
      roadmapGroupEpicsWithColor: () => epicsAnswer(Array.from({ length: 40 }, () => epicNode())),
    },
    '?group_by=LABEL:stage',
  );
  await screen.findAllByRole('link', { name: /^Epic \d+$/ });
  const order = () =>
    [...document.querySelectorAll('[role=row][aria-rowindex][data-row]')].map((row) => Number(row.ariaRowIndex));
  for (const scrolled of [0, 900, 1500]) {
    scroller().scrollTop = scrolled;
    await waitFor(() => expect(order().length).toBeGreaterThan(10));
    expect(order()).toEqual(order().toSorted((one, other) => one - other));
  }
});

test('lanes of the second level are loaded 50 at a time, and rows of folded lanes not at all', async () => {
  const second = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      lane('at_risk', 1, {
        key: `${keys.beta}&MILESTONE=${from + index}`,
        value: `${from + index}`,
        title: `Goal ${from + index}`,
      }),
    );
  const more = { hasNextPage: true, endCursor: 'fifty' };
  const { user, askedFor } = openRoadmap(
    {
      roadmapLanes: ({ within, endCursor }) =>
        within === keys.beta && endCursor === 'fifty'
          ? // One has moved from the first page to the second.
            lanesAnswer(second(49, 11))
          : lanesAnswer([lane('beta', 60, { lanes: { nodes: second(0, 50), pageInfo: more } })]),
      roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode()]),
    },
    '?group_by=LABEL:stage&then_by=MILESTONE',
  );
  await header(/^Goal 0,/);
  const pagesOf = () => askedFor('roadmapLanes').filter(({ variables }) => variables['within'] !== undefined);
  expect(pagesOf()).toHaveLength(0);
  await waitFor(() => {
    scroller().scrollTop = 100_000;
    expect(screen.getByRole('row', { name: /^Goal 59,/ })).toBeVisible();
  });
  expect(screen.getAllByRole('row', { name: /^Goal 49,/ })).toHaveLength(1);
  expect(pagesOf().map(({ variables }) => variables['endCursor'])).toEqual(['fifty']);
  scroller().scrollTop = 0;
  const beta = await header(/^stage beta/);
  await user.click(within(beta).getByRole('button', { name: 'Collapse stage beta' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Goal/ })).toBeNull());
});

const keys = { beta: 'LABEL%3Astage=beta', gone: 'LABEL%3Astage=' };

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
  await user.click(screen.getByRole('button', { name: 'Retry' }));
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
  const sorts = ['Start date', 'Due date', 'Title', 'Created date', 'Last updated date', 'Ascending', 'Descending'];
  expect(await names()).toEqual([...first, 'Status', 'Parent', 'Tier', ...sorts]);
  await user.click(screen.getByRole('menuitemradio', { name: 'stage::*' }));
  await waitFor(() => expect(search().get('group_by')).toBe('LABEL:stage'));
  await user.click(await screen.findByRole('button', { name: 'Group by: stage::*' }));
  await screen.findByText('Then by');
  expect((await names()).filter((name) => name === 'stage::*')).toHaveLength(1);
  await user.click(screen.getAllByRole('menuitemradio', { name: 'Health' })[1] as HTMLElement);
  await waitFor(() => expect(search().get('then_by')).toBe('HEALTH'));
});

const scroller = () => document.querySelector<HTMLElement>('[data-scroller]') as HTMLElement;

test('RX-LN-11: the headers of both levels stay at the top of the list while the rows of their lane scroll', async () => {
  const below = (of: string) => [
    lane('on_track', 30, { key: `${of}&HEALTH=on_track`, title: null }),
    lane('at_risk', 30, { key: `${of}&HEALTH=at_risk`, title: null }),
  ];
  openRoadmap(
    {
      roadmapLanes: () =>
        lanesAnswer([
          lane('beta', 60, { lanes: { nodes: below(keys.beta) } }),
          lane(null, 60, { lanes: { nodes: below(keys.gone) } }),
        ]),
      roadmapGroupEpicsWithColor: () => epicsAnswer(Array.from({ length: 30 }, () => epicNode())),
    },
    '?group_by=LABEL:stage&then_by=HEALTH',
  );
  const stuck = () =>
    [...document.querySelectorAll<HTMLElement>('[data-lane]')].map((each) => {
      const { top } = each.getBoundingClientRect();
      return [each.getAttribute('aria-label')?.split(',')[0], Math.round(top)];
    });
  const [first, second] = [await header(/^stage beta/), (await screen.findAllByRole('row', { name: /^On track/ }))[0]];
  await screen.findAllByRole('link', { name: /^Epic \d+$/ });
  const top = Math.round(first.getBoundingClientRect().top);
  expect(Math.round(second?.getBoundingClientRect().top ?? 0)).toBe(top + 36);
  // Into the rows of the first lane of the second level, of the second one, and of the next lane.
  for (const [scrolled, one, two] of [
    [700, 'stage beta', 'On track'],
    [36 + 32 + 30 * 48 + 500, 'stage beta', 'At risk'],
    [36 + 2 * (32 + 30 * 48) + 700, 'None', 'On track'],
  ] as const) {
    scroller().scrollTop = scrolled;
    await waitFor(() => {
      expect(stuck()).toContainEqual([one, top]);
      expect(stuck()).toContainEqual([two, top + 36]);
    });
  }
});

test('RX-LY-15: under 640 px headers are 44 px high, folded ones 56, without dates and health', async () => {
  onTestFinished(() => browser.viewport(1440, 900));
  await browser.viewport(390, 844);
  const { container, user } = open();
  container.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column';
  const beta = await header(/^stage beta, 2 epics, 56%$/);
  await waitFor(() => expect(beta.getBoundingClientRect().height).toBe(44));
  const isShown = (name: string) => expect(within(beta).getByText(name)).toBeVisible();
  for (const name of ['beta', '2', '56%']) isShown(name);
  expect(beta.querySelector('[style*="--share"]')?.getBoundingClientRect().width).toBe(48);
  const hidden = () => [
    within(beta).getByText('Jul 7, 2025 – No end date'),
    within(beta).getByLabelText('On track: 3'),
    within(beta).getByLabelText('At risk: 1'),
  ];
  for (const each of hidden()) expect(each).not.toBeVisible();
  await user.click(within(beta).getByRole('button', { name: 'Collapse stage beta' }));
  const folded = await header(/^stage beta/);
  await waitFor(() => expect(folded.getBoundingClientRect().height).toBe(56));
  for (const name of ['beta', '2', '56%']) expect(within(folded).getByText(name)).toBeVisible();
  for (const each of within(folded).getAllByLabelText(/: \d$/)) expect(each).not.toBeVisible();
});
