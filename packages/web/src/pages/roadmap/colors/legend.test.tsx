import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { epicNode, epicsAnswer, openRoadmap, type Answers } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const health = (own: 'onTrack' | 'atRisk' | null) => ({
  issuesOnTrack: 0,
  issuesNeedingAttention: 0,
  issuesAtRisk: 0,
  own,
});
const atRisk = epicNode({ title: 'One', healthStatus: health('atRisk'), dueDate: '2025-07-10' });
const onTrack = epicNode({ title: 'Two', healthStatus: health('onTrack'), color: '#9e5400' });
const others = [
  epicNode({ title: 'Three', dueDate: null }),
  epicNode({ title: 'Four', state: 'closed', healthStatus: health('onTrack') }),
];
const answers: Answers = {
  roadmapGroupEpicsWithColor: ({ healthStatus, signals }) =>
    epicsAnswer(
      Array.isArray(healthStatus)
        ? [atRisk, onTrack].filter((epic) => healthStatus.includes(epic === atRisk ? 'atRisk' : 'onTrack'))
        : Array.isArray(signals)
          ? others.slice(signals.includes('NO_END') ? 0 : 1)
          : [atRisk, onTrack, ...others],
    ),
};
const entries = async () => {
  const legend = await screen.findByRole('toolbar', { name: 'Legend' });
  return [...legend.querySelectorAll('[data-fit]')].map((entry) => entry.textContent);
};

test('the legend names what is drawn, and filters by several of a kind', async () => {
  const { user, search, container } = openRoadmap(answers, '?color_by=HEALTH&density=COMPACT');
  const all = ['On track', 'At risk', 'No update', 'Overdue', 'No end', 'Closed'];
  await waitFor(async () => expect(await entries()).toEqual(all));
  const legend = within(screen.getByRole('toolbar', { name: 'Legend' }));
  expect(screen.getByText(/epics shown/).closest('footer')).toContainElement(
    screen.getByRole('toolbar', { name: 'Legend' }),
  );

  await user.click(legend.getByRole('button', { name: /^At risk, / }));
  await waitFor(() => expect(search().getAll('health_status[]')).toEqual(['atRisk']));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Two' })).toBeNull());
  // What the filter took from the chart can still be chosen.
  expect(await entries()).toEqual(all);
  await user.click(legend.getByRole('button', { name: /^On track, / }));
  await waitFor(() => expect(search().getAll('health_status[]')).toEqual(['atRisk', 'onTrack']));
  expect(await screen.findByRole('link', { name: 'Two' })).toBeVisible();
  expect(legend.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual([
    'On track',
    'At risk',
  ]);
  await user.click(legend.getByRole('button', { name: /^At risk, / }));
  await user.click(legend.getByRole('button', { name: /^On track, / }));
  await waitFor(() => expect(search().has('health_status[]')).toBe(false));
  await user.click(await legend.findByRole('button', { name: 'Closed, 1 drawn' }));
  await waitFor(() => expect(search().getAll('signal[]')).toEqual(['CLOSED']));
  await user.click(legend.getByRole('button', { name: /^No end, / }));
  await waitFor(() => expect(search().getAll('signal[]')).toEqual(['CLOSED', 'NO_END']));
  await user.click(legend.getByRole('button', { name: /^Closed, / }));
  await user.click(legend.getByRole('button', { name: /^No end, / }));
  await waitFor(() => expect(search().has('signal[]')).toBe(false));

  container.style.width = '560px';
  await user.click(await screen.findByRole('button', { name: 'More' }));
  expect(screen.getAllByRole('menuitemradio').at(-1)?.textContent.trim()).toBe('Closed');
});

test('the entries follow the chosen color, and bars in their own solid colors need none', async () => {
  openRoadmap(answers, '?color_by=PROGRESS');
  await waitFor(async () => expect(await entries()).toEqual(['Nothing below', 'Overdue', 'No end', 'Closed']));
  cleanup();
  openRoadmap(answers, '?density=COMPACT');
  await waitFor(async () => expect(await entries()).toEqual(['Blue', 'Orange', 'Overdue', 'No end', 'Closed']));
  cleanup();
  openRoadmap(answers);
  await screen.findByText(/epics shown/);
  expect(screen.queryByRole('toolbar', { name: 'Legend' })).toBeNull();
});
