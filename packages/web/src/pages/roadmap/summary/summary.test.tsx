import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { epicNode, epicsAnswer, openRoadmap, summaryAnswer, type Answers } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const counts = {
  count: 36,
  opened: 34,
  closed: 2,
  onTrack: 12,
  needsAttention: 5,
  atRisk: 2,
  noUpdate: 15,
  overdue: 2,
  undated: 6,
  behind: 3,
};
const answers: Answers = { roadmapSummary: () => summaryAnswer(counts) };
const strip = () => screen.findByRole('toolbar', { name: 'Summary' });
const names = async () =>
  within(await strip())
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const pressed = async () =>
  within(await strip())
    .getAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent);

test('RX-SS-02, RX-SS-04: the strip counts health and signals, and its toggles filter the address', async () => {
  const { user, search, askedFor, container } = openRoadmap(answers, '?label_name[]=api');
  const toolbar = await strip();
  expect(toolbar.parentElement?.getBoundingClientRect().height).toBe(40);
  const all = ['On track12', 'Needs attention5', 'At risk2', 'No update15', 'Overdue2', 'Undated6', 'Behind3'];
  await screen.findByRole('button', { name: 'Overdue 2' });
  expect(await names()).toEqual(all);
  const [first] = within(toolbar).getAllByRole('button');
  expect(first?.getBoundingClientRect().height).toBe(28);
  const segments = [...container.querySelectorAll<HTMLElement>('[aria-hidden] > i[data-health]')];
  const widths = segments.map((segment) => segment.getBoundingClientRect().width);
  expect(widths.reduce((sum, width) => sum + width, 0) + 3 * 2).toBe(148);

  await user.click(screen.getByRole('button', { name: 'At risk 2' }));
  await user.click(screen.getByRole('button', { name: 'Overdue 2' }));
  await waitFor(() => expect(search().getAll('health_status[]')).toEqual(['atRisk']));
  expect(search().getAll('signal[]')).toEqual(['OVERDUE']);
  expect(await pressed()).toEqual(['At risk2', 'Overdue2']);
  // The list is filtered, the counts are not, but by the other filters.
  await waitFor(() =>
    expect(askedFor('roadmapGroupEpicsWithColor').at(-1)?.variables).toMatchObject({
      healthStatus: ['atRisk'],
      signals: ['OVERDUE'],
    }),
  );
  expect(await names()).toEqual(all);
  expect(askedFor('roadmapSummary')).toHaveLength(1);
  const { variables } = askedFor('roadmapSummary')[0] ?? { variables: {} };
  expect(variables).toMatchObject({ labelName: ['api'], today: '2025-07-17', progress: 'WEIGHT' });
  expect(variables).not.toHaveProperty('signals');
  await user.click(screen.getByRole('button', { name: 'At risk 2' }));
  await waitFor(() => expect(search().has('health_status[]')).toBe(false));
  // One stop for Tab; arrows pass over the toggles.
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: 'No update 15' })).toHaveFocus();
  expect(
    within(toolbar)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toHaveLength(1);
});

test('RX-SS-06: the strip shows dashes while the counts load, keeps its place, and can load them again', async () => {
  let give: (error?: Error) => void = () => undefined;
  const { user } = openRoadmap({
    roadmapSummary: () =>
      new Promise((resolve, reject) => {
        give = (error) => (error ? reject(error) : resolve(summaryAnswer(counts)));
      }),
  });
  const dashes = ['On track–', 'Needs attention–', 'At risk–', 'No update–', 'Overdue–', 'Undated–'];
  await waitFor(async () => expect(await names()).toEqual(dashes));
  const place = (name: RegExp) => screen.getByRole('button', { name }).getBoundingClientRect().left;
  const before = [place(/^Overdue/), place(/^Undated/)];
  give(new Error('Away'));
  expect(await screen.findByText('Counts unavailable', {}, { timeout: 15_000 })).toBeVisible();
  expect(screen.getByRole('treegrid')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await strip();
  give();
  await screen.findByRole('button', { name: 'Overdue 2' });
  expect([place(/^Overdue/), place(/^Undated/)]).toEqual(before);
});

test('RX-SS-02, RX-SS-07: what does not fit goes into More, and without a match or with show_summary=false there is no strip', async () => {
  const { user, search, container } = openRoadmap(answers);
  await strip();
  container.style.width = '620px';
  await user.click(await screen.findByRole('button', { name: /^More \(\d\)$/ }));
  const inMenu = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
  expect(inMenu.at(-1)).toBe('Behind 3');
  expect((await names()).length - 1 + inMenu.length).toBeGreaterThanOrEqual(7);
  await user.click(screen.getByRole('menuitemradio', { name: 'Behind 3' }));
  await waitFor(() => expect(search().getAll('signal[]')).toEqual(['BEHIND']));
  cleanup();

  openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer([]), roadmapSummary: () => summaryAnswer({}) });
  await screen.findByRole('heading', { name: 'The roadmap shows the progress of your epics along a timeline' });
  expect(screen.queryByRole('toolbar')).toBeNull();
  cleanup();

  const { askedFor } = openRoadmap(answers, '?show_summary=false');
  await screen.findByText(/epics shown/);
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(askedFor('roadmapSummary')).toEqual([]);
});

test('counts are requested once rows or lanes are on screen, and never delay them', async () => {
  let arrive = () => {};
  const { askedFor } = openRoadmap({
    ...answers,
    roadmapGroupEpicsWithColor: async () => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return epicsAnswer([epicNode({ title: 'One' })]);
    },
  });
  await waitFor(() => expect(askedFor('roadmapGroupEpicsWithColor')).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(askedFor('roadmapSummary')).toHaveLength(0);
  arrive();
  await screen.findByRole('link', { name: 'One' });
  await waitFor(() => expect(askedFor('roadmapSummary')).toHaveLength(1));
});
