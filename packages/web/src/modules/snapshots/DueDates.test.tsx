import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { DueDates } from './DueDates.tsx';

const then = (id: number, takenAt: string, dueDate: string | null) => ({
  dueDate,
  snapshot: { id: `gid://gitlab/RoadmapSnapshot/${id}`, name: `Plan ${id}`, takenAt },
});

async function open(snapshotDates: object[]) {
  fakeServer({ epicSnapshotDates: () => ({ group: { id: 'g', epic: { id: 'e', snapshotDates } } }) });
  return renderAt('/groups/castle/-/epics/3', <DueDates fullPath="castle" iid="3" />);
}

test('RX-SN-12: the due date in each snapshot as steps, with a table; a gap where there was none', async () => {
  const { user } = await open([
    then(1, '2026-01-01T00:00:00Z', '2026-03-31'),
    then(2, '2026-02-01T00:00:00Z', '2026-04-12'),
    then(3, '2026-03-01T00:00:00Z', null),
    then(4, '2026-04-01T00:00:00Z', '2026-04-12'),
  ]);
  const drawing = await screen.findByRole('img', {
    name: 'Due date in 4 snapshots, between Mar 31, 2026 and Apr 12, 2026',
  });
  const path = drawing.querySelector('path')?.getAttribute('d');
  expect(path).toMatch(/^M0 96H[\d.]+V0H[\d.]+M600 0H600$/);
  await user.click(screen.getByText('Show as table'));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'SnapshotSavedDue date',
    expect.stringMatching(/^Plan 1.*Mar 31, 2026$/),
    expect.stringMatching(/^Plan 2.*Apr 12, 2026$/),
    expect.stringMatching(/^Plan 3.*–$/),
    expect.stringMatching(/^Plan 4.*Apr 12, 2026$/),
  ]);
});
