import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { forgetViews } from '../../../modules/views/saved-views.ts';
import { setSession } from '../../../platform/session/session.ts';
import { epicNode, epicsAnswer, openRoadmap, openWith } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setSession({});
  forgetViews();
});

const before = { '1': ['2025-07-01', '2025-08-19'], '2': ['2025-07-01', '2025-08-31'], '3': null } as const;

test.each(['COMFORTABLE', 'COMPACT'])(
  'RX-SN-06: ghost bars, drift and the chip that names the snapshot (%s)',
  async (density) => {
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
      `?compare=12&density=${density}`,
    );
    expect(await screen.findByRole('link', { name: /^Compared with Q3 plan, (Jul 1|Jun 30), 2025$/ })).toBeVisible();
    expect(screen.getByText('1 later')).toBeVisible();
    const drifts = await screen.findAllByText(/^(\+12 d|added)$/);
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
  },
);

test.each([
  ['the address', '?compare=12'],
  ['a saved view', '?view=5'],
])('the card of a bar has the drift of its start alone, and the latest status update (%s)', async (_where, search) => {
  const view = { id: '5', kind: 'roadmap', name: 'Plan', query: viewQueryOf(parseQuery('compare=12')) } as const;
  forgetViews();
  setSession({ roadmaps: { settings: {}, view: { ...view, shared: true, lockVersion: 0, mayUpdate: false } } });
  const { page, bar } = await openWith({ id: 'gid://gitlab/Epic/1' }, search, {
    epicsInSnapshot: () => ({
      group: {
        id: 'g',
        epics: {
          nodes: [
            { id: 'gid://gitlab/Epic/1', drift: { kind: 'moved', startDate: '2025-06-26', dueDate: '2025-08-31' } },
          ],
        },
      },
    }),
    latestStatusUpdate: () => ({
      group: {
        id: 'g',
        epic: {
          id: 'gid://gitlab/Epic/1',
          latestStatusUpdate: {
            id: 'u',
            health: 'atRisk',
            text: `${'x'.repeat(140)}tail`,
            createdAt: '2025-07-15T10:00:00Z',
            author: { id: 'a', name: 'Theo Alvarez' },
          },
        },
      },
    }),
  });
  await page.user.hover(bar);
  expect(await screen.findByText('Start +5 d')).toBeVisible();
  expect(await screen.findByText(/^Theo Alvarez, 2 days ago$/)).toBeVisible();
  expect(screen.getByText(`${'x'.repeat(140)}…`)).toBeVisible();
  expect(screen.getByText('At risk', { ignore: '[role=toolbar] *' })).toBeVisible();
});

test('RX-KB-05: the name of a bar has the drift, before the days overdue', async () => {
  const { bar } = await openWith(
    {
      id: 'gid://gitlab/Epic/1',
      dueDate: '2025-07-14',
      healthStatus: { own: 'atRisk', issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 },
      descendantWeightSum: { closedIssues: 43, openedIssues: 7 },
    },
    '?compare=12',
    {
      epicsInSnapshot: () => ({
        group: {
          id: 'g',
          epics: {
            nodes: [
              { id: 'gid://gitlab/Epic/1', drift: { kind: 'moved', startDate: '2025-07-01', dueDate: '2025-07-02' } },
            ],
          },
        },
      }),
    },
  );
  await waitFor(() =>
    expect(bar.getAttribute('aria-label')).toBe(
      'Resize, Jul 1 – Jul 14, 2025, At risk, 86% of weight closed, +12 d, 3 d overdue',
    ),
  );
});
