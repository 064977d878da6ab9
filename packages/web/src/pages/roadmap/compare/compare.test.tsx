import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const before = { '1': ['2025-07-01', '2025-08-19'], '2': ['2025-07-01', '2025-08-31'], '3': null } as const;

test('RX-SN-06, RX-SN-07, RX-SN-09, RX-SN-10: ghost bars, drift and the chip that names the snapshot', async () => {
  const epics = ['1', '2', '3'].map((id) => epicNode({ id: `gid://gitlab/Epic/${id}`, title: `Epic ${id}` }));
  const page = openRoadmap(
    {
      roadmapGroupEpicsWithColor: () => epicsAnswer(epics),
      epicsInSnapshot: () => ({
        group: {
          id: 'g',
          epics: {
            nodes: Object.entries(before).map(([id, dates]) => ({
              id: `gid://gitlab/Epic/${id}`,
              drift: dates
                ? { kind: 'moved', startDate: dates[0], dueDate: dates[1] }
                : { kind: 'added', startDate: null, dueDate: null },
            })),
          },
        },
      }),
      comparedWith: () => ({
        group: {
          id: 'g',
          roadmapSnapshotComparison: {
            from: { id: 'gid://gitlab/RoadmapSnapshot/12', name: 'Q3 plan', takenAt: '2025-07-01T00:00:00Z' },
            counts: { later: 1, removed: 2 },
          },
        },
      }),
    },
    '?compare=12',
  );
  expect(await screen.findByRole('link', { name: /^Compared with Q3 plan, (Jul 1|Jun 30), 2025$/ })).toBeVisible();
  expect(screen.getByText('1 later')).toBeVisible();
  const drifts = await screen.findAllByTestId('drift');
  expect(drifts.map(({ textContent }) => textContent)).toEqual(['+12 d', 'added']);
  const [ghost, ...others] = screen.getAllByTestId('ghost-bar');
  expect(others).toEqual([]);
  const bar = document.querySelector<HTMLElement>('[data-card="epic:gid://gitlab/Epic/1"]') as HTMLElement;
  const [there, here] = [(ghost as HTMLElement).getBoundingClientRect(), bar.getBoundingClientRect()];
  expect([there.height, there.top - here.bottom]).toEqual([3, 1.5]);
  expect(there.left).toBeCloseTo(here.left, 0);
  expect(there.width).toBeLessThan(here.width);
  expect(page.askedFor('epicsInSnapshot')[0]?.variables).toMatchObject({ snapshotId: '12' });

  await page.user.click(screen.getByRole('button', { name: 'Stop comparing' }));
  await waitFor(() => expect(screen.queryAllByTestId('ghost-bar')).toEqual([]));
  expect(page.search().get('compare')).toBeNull();
});
