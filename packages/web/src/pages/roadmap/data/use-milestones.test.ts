import { describe, expect, test } from 'vitest';
import { dayOf } from '@milepost/core/days';
import { milestonesOfRow, timelineMilestones } from './use-milestones.ts';

type Node = Parameters<typeof timelineMilestones>[0][number];

const timeframe = { from: dayOf(2026, 1, 1), to: dayOf(2026, 12, 31) };
const node = (startDate: string | null, dueDate: string | null): Node => ({
  id: 'gid://gitlab/Milestone/1',
  title: 'Launch',
  state: 'active',
  startDate,
  dueDate,
  webPath: '/groups/a/-/milestones/1',
  groupMilestone: true,
  subgroupMilestone: false,
  projectMilestone: false,
});
const drawn = (start: string | null, due: string | null) =>
  timelineMilestones([node(start, due)], 'ALL', timeframe, dayOf(2026, 6, 1), () => 'its dates')[0];

describe('EN-RM-15: the milestone data of the timeline', () => {
  test('includes id, title, path and dates', () => {
    expect(drawn('2026-02-01', '2026-03-31')).toMatchObject({
      id: 'gid://gitlab/Milestone/1',
      title: 'Launch',
      href: '/groups/a/-/milestones/1',
      span: {
        start: dayOf(2026, 2, 1),
        due: dayOf(2026, 3, 31),
        originalStart: dayOf(2026, 2, 1),
        originalDue: dayOf(2026, 3, 31),
        isStartOutOfRange: false,
        isDueOutOfRange: false,
        isStartUndefined: false,
        isDueUndefined: false,
      },
    });
  });

  test('clips dates beyond the range, flags them, and keeps the original ones', () => {
    expect(drawn('2025-11-01', '2027-02-01')?.span).toMatchObject({
      start: timeframe.from,
      due: timeframe.to,
      originalStart: dayOf(2025, 11, 1),
      originalDue: dayOf(2027, 2, 1),
      isStartOutOfRange: true,
      isDueOutOfRange: true,
    });
  });

  test('flags a missing date as undefined', () => {
    expect(drawn(null, '2026-03-31')?.span).toMatchObject({ isStartUndefined: true, isDueUndefined: false });
    expect(drawn('2026-03-31', null)?.span).toMatchObject({ isStartUndefined: false, isDueUndefined: true });
  });

  test('omits milestones without dates, or entirely outside the range', () => {
    expect([drawn(null, null), drawn('2025-01-01', '2025-02-01')]).toEqual([undefined, undefined]);
  });
});

test('RX-OP-11: the opening view has a milestones row only while a milestone ends in the range, from its first frame on', () => {
  const opening = { isShowingMilestones: true, milestonesAs: 'GUIDES', opening: 'today' } as const;
  const hint = (hasMilestones: boolean) => ({ hasMilestones, lanes: [], groups: [] });
  const inside = [drawn('2026-02-01', '2026-03-31')].flatMap((each) => each ?? []);
  const running = [drawn('2026-02-01', '2027-03-31')].flatMap((each) => each ?? []);
  expect(milestonesOfRow(undefined, opening, hint(true))).toEqual([]);
  expect(milestonesOfRow(undefined, opening, hint(false))).toBeUndefined();
  expect(milestonesOfRow(inside, opening, hint(true))).toBe(inside);
  expect(running).toHaveLength(1);
  for (const none of [[], running]) expect(milestonesOfRow(none, opening, hint(false))).toBeUndefined();
  // The documented look keeps its row, and a setting takes it away.
  expect(milestonesOfRow([], { ...opening, milestonesAs: 'SPANS', opening: null }, undefined)).toEqual([]);
  expect(milestonesOfRow(inside, { ...opening, isShowingMilestones: false }, hint(true))).toBeUndefined();
});
