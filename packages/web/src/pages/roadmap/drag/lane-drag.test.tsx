import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { setSession } from '../../../platform/session/session.ts';
import { epicNode, epicsAnswer, openRoadmap, type Answers } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  setSession({ viewer: null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const health = { onTrack: 0, needsAttention: 0, atRisk: 0, none: 0 };
const sums = { closed: 0, overdue: 0, health, progress: null, lacksStartDate: false, lacksDueDate: false, shades: [] };
const lane = (key: string, value: string | null, title: string | null, more: object = {}) => ({
  ...sums,
  key,
  value,
  title,
  color: null,
  count: 1,
  startDate: '2025-07-01',
  dueDate: '2025-08-31',
  epic: null,
  lanes: null,
  ...more,
});

const stage = 'LABEL%3Astage=';
const stages = [
  lane(`${stage}alpha`, 'alpha', 'stage::alpha'),
  lane(`${stage}beta`, 'beta', 'stage::beta'),
  lane(stage, null, null, { count: 0 }),
];

/** Two lanes with an epic each, and a third without; the server keeps what was moved. */
async function open(lanes: readonly { key: string }[] = stages, search = '?group_by=LABEL:stage', more: Answers = {}) {
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
  const mayMove = { userPermissions: { adminEpic: true } };
  const one = epicNode({ title: 'One', ...mayMove });
  const two = epicNode({ title: 'Two', ...mayMove });
  const laneOf = new Map<RoadmapEpicFragment, string>([
    [one, lanes[0]?.key ?? ''],
    [two, lanes[1]?.key ?? ''],
  ]);
  const page = openRoadmap(
    {
      roadmapLanes: () => ({
        group: {
          id: 'gid://gitlab/Group/1',
          name: 'Kubernetes',
          epicLanes: { nodes: lanes, pageInfo: { hasNextPage: false, endCursor: null } },
        },
      }),
      roadmapGroupEpicsWithColor: ({ lane: key }) =>
        epicsAnswer([...laneOf].filter(([, each]) => each === key).map(([node]) => node)),
      roadmapEpicsInLanes: ({ ids }) =>
        epicsAnswer(
          [...laneOf]
            .filter(([{ id }]) => (ids as string[]).includes(id))
            .map(([node, laneKey]) => ({ ...node, laneKey })),
        ),
      roadmapMoveEpic: ({ input }) => {
        const { lane: key, startDateFixed, dueDateFixed } = input as Record<string, string>;
        laneOf.set(one, key ?? '');
        const dates = {
          startDate: startDateFixed ?? one.startDate,
          dueDate: dueDateFixed ?? one.dueDate,
        };
        const previousValues = [{ by: 'LABEL:stage', values: ['11'] }];
        return { epicLaneUpdate: { errors: [], epic: { id: one.id, ...dates }, previousValues } };
      },
      ...more,
    },
    search,
  );
  const row = (await screen.findByRole('link', { name: 'One' })).closest<HTMLElement>('[role=row]') as HTMLElement;
  await screen.findByRole('link', { name: 'Two' });
  // The code of dragging requests this once it is loaded. No pointer came near a bar before: the first press can drag.
  await waitFor(() => expect(page.askedFor('groupPermissions')).toHaveLength(1));
  const header = (name: RegExp) => screen.getByRole('row', { name });
  const sent = () => page.askedFor('roadmapMoveEpic').map(({ variables }) => variables['input']);
  return { page, row, one, header, sent };
}

const wrapper = (header: HTMLElement) => header.parentElement as HTMLElement;

/** Presses on the bar of a row and moves onto an element, and to the side; returns how to go on. */
function dragTo(row: HTMLElement, onto: HTMLElement, aside = 0) {
  const bar = row.querySelector('[data-card^="epic:"]') as HTMLElement;
  const [box, over] = [bar.getBoundingClientRect(), onto.getBoundingClientRect()];
  const at = { clientX: box.left + box.width / 2, clientY: box.top + 4, isPrimary: true, button: 0, pointerId: 1 };
  const target = { ...at, clientX: at.clientX + aside, clientY: over.top + over.height / 2 };
  fireEvent.pointerDown(bar, at);
  fireEvent.pointerMove(window, { ...at, clientY: at.clientY + 6 });
  fireEvent.pointerMove(window, target);
  return { drop: () => fireEvent.pointerUp(window, target) };
}

const tooltip = () => document.querySelector('[data-drag-sign]');
const rowsBelow = (header: HTMLElement) => {
  const names = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    .toSorted((a, b) => Number(a.dataset['row']) - Number(b.dataset['row']))
    .map((row) => (row === header ? '>' : (row.querySelector('[role=rowheader] > a')?.textContent ?? '|')));
  return names.slice(names.indexOf('>') + 1).filter((_name, index, all) => !all.slice(0, index + 1).includes('|'));
};

test('RX-LN-12: a bar dragged into another lane previews and tints it, sets the value in one request, and Escape sets nothing', async () => {
  const { page, row, header, sent, one } = await open();
  const beta = header(/^stage beta/);
  dragTo(row, beta, 5);
  await waitFor(() => expect(tooltip()).toHaveTextContent('stage: alpha → beta'));
  expect(wrapper(beta)).toHaveAttribute('data-drop', 'allowed');
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(tooltip()).toBeNull());
  expect(wrapper(beta)).not.toHaveAttribute('data-drop');
  expect(rowsBelow(header(/^stage alpha/))).toEqual(['One']);
  expect(sent()).toEqual([]);

  dragTo(row, beta).drop();
  await waitFor(() => expect(rowsBelow(header(/^stage beta/)).toSorted()).toEqual(['One', 'Two']));
  expect(sent()).toEqual([{ id: one.id, lane: `${stage}beta`, laneRead: `${stage}alpha` }]);
  // Nothing of the list was requested again but the epic itself.
  expect(page.askedFor('roadmapEpicsInLanes')).toHaveLength(1);

  // Dropping on None removes the value.
  const moved = (await screen.findByRole('link', { name: 'One' })).closest<HTMLElement>('[role=row]') as HTMLElement;
  dragTo(moved, header(/^None/)).drop();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ id: one.id, lane: stage, laneRead: `${stage}beta` });
});

test('RX-LN-13: one drag changes dates and lane, under 8 px only the lane, and one undo restores both', async () => {
  const { page, row, header, sent, one } = await open();
  dragTo(row, header(/^stage beta/), 7).drop();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).not.toHaveProperty('startDateFixed');
  await waitFor(() => expect(page.askedFor('roadmapEpicsInLanes')).toHaveLength(1));
  const moved = (await screen.findByRole('link', { name: 'One' })).closest<HTMLElement>('[role=row]') as HTMLElement;
  dragTo(moved, header(/^stage alpha/), 120).drop();
  await waitFor(() => expect(sent()).toHaveLength(2));
  const both = sent()[1] as Record<string, string>;
  expect(both).toMatchObject({
    lane: `${stage}alpha`,
    laneRead: `${stage}beta`,
    datesRead: { startDate: '2025-07-01' },
  });
  expect(both['startDateFixed'] && both['startDateFixed'] > '2025-07-01').toBe(true);
  await waitFor(() => expect(page.askedFor('roadmapEpicsInLanes')).toHaveLength(2));
  await page.user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]).toMatchObject({
    id: one.id,
    lane: `${stage}beta`,
    laneRead: `${stage}alpha`,
    values: [{ by: 'LABEL:stage', values: ['11'] }],
    startDateFixed: '2025-07-01',
    dueDateFixed: '2025-08-31',
  });
  await waitFor(() => expect(rowsBelow(header(/^stage beta/)).toSorted()).toEqual(['One', 'Two']));
});

test.each([
  ['AUTHOR', 'The author cannot be changed'],
  ['SUBGROUP', 'An epic stays in its group'],
  ['ITERATION', 'The iteration follows from the issues'],
])('RX-LN-14: lanes by %s take no drop, and the bar returns', async (by, text) => {
  const lanes = [lane(`${by}=1`, '1', 'First'), lane(`${by}=2`, '2', 'Second')];
  const { row, header, sent } = await open(lanes, `?group_by=${by}`);
  const { drop } = dragTo(row, header(/^Second/), 120);
  await waitFor(() => expect(tooltip()).toHaveTextContent(text));
  expect(wrapper(header(/^Second/))).toHaveAttribute('data-drop', 'refused');
  drop();
  await waitFor(() => expect(tooltip()).toBeNull());
  expect(rowsBelow(header(/^First/))).toEqual(['One']);
  expect(sent()).toEqual([]);
});

test('RX-LN-12: a drop on the second level sets the values of both', async () => {
  const below = (first: string) =>
    ['at_risk', 'on_track'].map((value) => lane(`${stage}${first}&HEALTH=${value}`, value, value));
  const lanes = ['alpha', 'beta'].map((value) =>
    lane(`${stage}${value}`, value, `stage::${value}`, { lanes: { nodes: below(value) } }),
  );
  const keys = [{ key: `${stage}alpha&HEALTH=at_risk` }, { key: `${stage}beta&HEALTH=on_track` }];
  const { row, sent, one } = await open(keys, '?group_by=LABEL:stage&then_by=HEALTH', {
    roadmapLanes: () => ({
      group: { id: 'g', name: 'K', epicLanes: { nodes: lanes, pageInfo: { hasNextPage: false, endCursor: null } } },
    }),
  });
  const two = (await screen.findByRole('link', { name: 'Two' })).closest<HTMLElement>('[role=row]') as HTMLElement;
  const { drop } = dragTo(row, two);
  await waitFor(() => expect(tooltip()).toHaveTextContent('stage: alpha → beta'));
  expect(tooltip()).toHaveTextContent('Health: At risk → On track');
  drop();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toEqual({ id: one.id, lane: keys[1]?.key, laneRead: keys[0]?.key });
});

test('RX-LN-15, RX-LN-16: a refusal returns the bar with the reason; a conflict names who was first and asks', async () => {
  let errors = ['“Two” is below “One” and cannot be its parent'];
  let now = `${stage}alpha`;
  const { page, row, header, sent } = await open(stages, '?group_by=LABEL:stage', {
    roadmapMoveEpic: () => ({ epicLaneUpdate: { errors, epic: null, previousValues: null } }),
    roadmapEpicLane: () => ({
      group: { id: 'g', epic: { id: 'e', startDate: '2025-07-01', dueDate: '2025-08-31', laneKey: now } },
    }),
  });
  dragTo(row, header(/^stage beta/)).drop();
  expect(
    await screen.findByText(/^“Two” is below “One” and cannot be its parent\. “One” is unchanged in alpha\.$/),
  ).toBeVisible();
  await waitFor(() => expect(rowsBelow(header(/^stage alpha/))).toEqual(['One']));
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }));

  errors = ['Paul changed the value of the lane meanwhile.'];
  now = stage;
  const again = (await screen.findByRole('link', { name: 'One' })).closest<HTMLElement>('[role=row]') as HTMLElement;
  dragTo(again, header(/^stage beta/)).drop();
  expect(
    await screen.findByText(
      'Paul changed the value of the lane meanwhile. “One” is now in None. Your change was beta.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Keep None' })).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Use beta' }));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]).toMatchObject({ lane: `${stage}beta`, laneRead: stage });
});

test('RX-KB-03: Alt with up and down moves an epic between lanes, with preview, Enter, Escape and announcements', async () => {
  const { page, row, header, sent, one } = await open();
  const said = () => document.querySelector('[data-drag-said]')?.textContent;
  row.focus();
  await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(tooltip()).toHaveTextContent('stage: alpha → beta'));
  expect(said()).toBe('stage: alpha → beta. Enter moves the epic, Escape cancels.');
  expect(wrapper(header(/^stage beta/))).toHaveAttribute('data-drop', 'allowed');
  await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(said()).toBe('stage: alpha → None. Enter moves the epic, Escape cancels.'));
  await page.user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  await waitFor(() => expect(said()).toBe('“One” stays in its lane'));
  await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}{Escape}');
  await waitFor(() => expect(tooltip()).toBeNull());
  expect(said()).toContain('“One” is unchanged');
  expect(row).toHaveFocus();
  expect(sent()).toEqual([]);
  await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}{Enter}');
  await waitFor(() => expect(sent()).toEqual([{ id: one.id, lane: `${stage}beta`, laneRead: `${stage}alpha` }]));
  await waitFor(() => expect(rowsBelow(header(/^stage beta/)).toSorted()).toEqual(['One', 'Two']));
  expect((await screen.findByRole('link', { name: 'One' })).closest('[role=row]')).toHaveFocus();
});

test('the menu of a row moves an epic to a lane without dragging, and undo brings it back', async () => {
  const { page, row, header, sent, one } = await open();
  row.focus();
  await page.user.keyboard('{Shift>}{F10}{/Shift}');
  await page.user.click(await screen.findByRole('menuitem', { name: 'Move to lane…' }));
  const lanes = await screen.findAllByRole('option');
  // Its own lane changes nothing.
  expect(lanes.map(({ textContent }) => textContent)).toEqual(['beta', 'None']);
  await page.user.click(lanes[0] as HTMLElement);
  await waitFor(() => expect(sent()).toEqual([{ id: one.id, lane: `${stage}beta`, laneRead: `${stage}alpha` }]));
  await waitFor(() => expect(rowsBelow(header(/^stage beta/)).toSorted()).toEqual(['One', 'Two']));
});
