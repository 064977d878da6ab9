import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lane, lanesAnswer } from '../../../testing/roadmap-lanes.ts';
import { epicNode, epicsAnswer, FakeIntersectionObserver, openRoadmap } from '../../../testing/roadmap-page.tsx';

const header = (name: RegExp) => screen.findByRole('row', { name });
const scroller = () => document.querySelector<HTMLElement>('[data-scroller]') as HTMLElement;
const ROW = 48;

test('rows that arrive take their place where the list has scrolled to, and nothing moves', async () => {
  const epics = Array.from({ length: 110 }, (_, index) => epicNode({ title: `Row ${index}` }));
  const arrive: Record<string, () => void> = {};
  const { askedFor } = openRoadmap(
    {
      roadmapLanes: () => lanesAnswer([lane('beta', 110)]),
      roadmapGroupEpicsWithColor: async ({ endCursor }) => {
        const from = Number(endCursor || 0);
        await new Promise<void>((resolve) => (arrive[from] = resolve));
        return epicsAnswer(epics.slice(from, from + 50), from < 100 ? String(from + 50) : null);
      },
    },
    '?group_by=LABEL:stage',
  );
  await header(/^stage beta/);
  await waitFor(() => expect(arrive[0]).toBeDefined());
  scroller().scrollTop = 20 * ROW;
  arrive[0]?.();
  expect(await screen.findByRole('link', { name: 'Row 21' })).toBeVisible();
  expect(scroller().scrollTop).toBe(20 * ROW);
  scroller().scrollTop = 70 * ROW;
  await waitFor(() => expect(arrive[50]).toBeDefined());
  arrive[50]?.();
  expect(await screen.findByRole('link', { name: 'Row 71' })).toBeVisible();
  expect(scroller().scrollTop).toBe(70 * ROW);
  // The pages that were in view, each once.
  expect(askedFor('roadmapGroupEpicsWithColor').map(({ variables }) => variables['endCursor'])).toEqual(['', '50']);
});

test('the first fold keeps all loaded lanes and rows, and adds shades to the lanes', async () => {
  const [names, pages] = [Array.from({ length: 60 }, (_, index) => `lane ${index}`), ['', 'fifty']];
  const { user, askedFor } = openRoadmap(
    {
      roadmapLanes: ({ endCursor }) =>
        endCursor === 'fifty'
          ? lanesAnswer(names.slice(50).map((name) => lane(name, 1)))
          : lanesAnswer(
              names.slice(0, 50).map((name) => lane(name, 1)),
              'fifty',
            ),
      roadmapGroupEpicsWithColor: ({ lane: key }) => epicsAnswer([epicNode({ title: `in ${String(key)}` })]),
    },
    '?group_by=LABEL:stage',
  );
  await header(/^stage lane 0,/);
  await waitFor(() => {
    scroller().scrollTop = 100_000;
    FakeIntersectionObserver.current?.reach();
    expect(screen.getByRole('row', { name: /^stage lane 59,/ })).toBeVisible();
  });
  const [last, other] = [await header(/^stage lane 59,/), await screen.findByRole('link', { name: /lane 58$/ })];
  const { scrollTop } = scroller();
  const rows = askedFor('roadmapGroupEpicsWithColor').length;
  await user.click(within(last).getByRole('button', { name: 'Collapse stage lane 59' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /lane 59$/ })).toBeNull());
  const asked = () => askedFor('roadmapLanes').map(({ variables }) => [variables['hasShades'], variables['endCursor']]);
  await waitFor(() => expect(asked()).toEqual([false, true].flatMap((has) => pages.map((cursor) => [has, cursor]))));
  expect(await header(/^stage lane 59,/)).toHaveAttribute('aria-expanded', 'false');
  // The row was never taken away.
  expect(screen.getByRole('link', { name: /lane 58$/ })).toBe(other);
  expect(scroller().scrollTop).toBeGreaterThan(scrollTop - ROW * 2);
  expect(askedFor('roadmapGroupEpicsWithColor')).toHaveLength(rows);
});
