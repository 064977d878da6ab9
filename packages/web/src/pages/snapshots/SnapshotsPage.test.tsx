import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { SnapshotsPage } from './SnapshotsPage.tsx';

const snapshot = (id: number, more: object = {}) => ({
  id: `gid://gitlab/RoadmapSnapshot/${id}`,
  name: `Plan ${id}`,
  note: '',
  status: 'saved',
  progress: 100,
  failure: null,
  frequency: null,
  createdAt: '2026-01-02T10:00:00Z',
  takenAt: '2026-01-02T10:00:00Z',
  author: { id: 'gid://gitlab/User/7', name: 'Theo Alvarez', username: 'theo' },
  ...more,
});

const compared = {
  id: 'gid://gitlab/Epic/1',
  title: 'Steel',
  reference: 'castle&1',
  webPath: '/groups/castle/-/epics/1',
  kind: 'later',
  drift: 12,
  fromStartDate: '2026-01-01',
  fromDueDate: '2026-03-31',
  toStartDate: '2026-01-01',
  toDueDate: '2026-04-12',
  fromState: 'opened',
  toState: 'closed',
  fromParent: null,
  toParent: { id: 'p', title: 'Theme' },
  fromProgress: [3, 8, 1, 2],
  toProgress: [8, 8, 2, 2],
  addedLabels: ['late'],
  removedLabels: [],
};

async function open(search = '', may = true) {
  const asked = fakeServer({
    groupSnapshots: () => ({
      group: {
        id: 'g',
        userPermissions: { createRoadmapSnapshot: may, scheduleRoadmapSnapshots: may },
        roadmapSnapshotFrequency: null,
        roadmapSnapshots: {
          nodes: [
            snapshot(3, { status: 'pending', progress: 50, takenAt: null }),
            snapshot(2, { status: 'failed', failure: 'The disk is full', takenAt: null }),
            snapshot(1),
          ],
        },
      },
    }),
    roadmapSnapshotComparison: () => ({
      group: {
        id: 'g',
        roadmapSnapshotComparison: {
          counts: { added: 0, removed: 0, later: 1, earlier: 0, unchanged: 4 },
          epics: { nodes: [compared], pageInfo: { hasNextPage: false, endCursor: null } },
        },
      },
    }),
    createSnapshot: () => ({ roadmapSnapshotCreate: { errors: [] } }),
    retrySnapshot: () => ({ roadmapSnapshotRetry: { errors: [] } }),
    scheduleSnapshots: () => ({ roadmapSnapshotSchedule: { errors: [] } }),
  });
  const { user } = await renderAt(
    `/groups/castle/-/roadmap/snapshots${search}`,
    <SnapshotsPage address={{ page: 'snapshots', fullPath: 'castle' }} />,
  );
  const sent = (name: string) => asked.findLast(({ operation }) => operation === name)?.body;
  return { user, sent };
}

test('RX-SN-02, RX-SN-03, RX-SN-13: saving with progress, a failure with "Try again", and the schedule', async () => {
  const { user, sent } = await open();
  expect(await screen.findByText('Saving… 50%')).toBeVisible();
  expect(screen.getByText('Could not save: The disk is full')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(sent('retrySnapshot')).toMatchObject({ variables: { id: snapshot(2).id } }));
  await user.click(screen.getByRole('button', { name: 'Save snapshot' }));
  const form = within(await screen.findByRole('dialog', { name: 'Save snapshot' }));
  await user.click(form.getByRole('button', { name: 'Save snapshot' }));
  expect(await form.findByText(/can't be blank/i)).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Q1 plan');
  await user.click(form.getByRole('button', { name: 'Save snapshot' }));
  await waitFor(() =>
    expect(sent('createSnapshot')).toMatchObject({ variables: { input: { groupPath: 'castle', name: 'Q1 plan' } } }),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: /^Save automatically/ }), 'weekly');
  await waitFor(() => expect(sent('scheduleSnapshots')).toMatchObject({ variables: { frequency: 'weekly' } }));
});

test('RX-SN-11, RX-PM-07: two plans are compared in a list with filters and CSV; readers see no edit control', async () => {
  const { user, sent } = await open('?from=1', false);
  const row = await screen.findByRole('row', { name: /Steel/ });
  expect(row).toHaveTextContent(
    /Steelcastle&1.*Mar 31, 2026 → Apr 12, 2026.*\+12 d.*Open → Closed.*– → Theme.*38% → 100%.*\+ late/,
  );
  expect(screen.getByRole('link', { name: 'Export as CSV' })).toHaveAttribute(
    'href',
    '/api/v4/groups/castle/roadmap_snapshots/1/compare.csv',
  );
  await user.click(screen.getByRole('button', { name: 'Later 1' }));
  await waitFor(() => expect(sent('roadmapSnapshotComparison')).toMatchObject({ variables: { kinds: ['later'] } }));
  for (const name of ['Save snapshot', 'Retry', /^Delete/]) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('combobox', { name: /^Save automatically/ })).toBeNull();
});
