import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Day } from '../days.ts';
import { parseDay } from '../days.ts';
import { isOfType, milestoneLook, milestoneTense, packLanes, widthInPercentOf } from './milestones.ts';
import { milestoneTypes } from './settings.ts';

const day = (text: string) => parseDay(text) as Day;
const of = (flag: 'groupMilestone' | 'subgroupMilestone' | 'projectMilestone') => ({
  groupMilestone: false,
  subgroupMilestone: false,
  projectMilestone: false,
  [flag]: true,
});

describe('milestones', () => {
  test('the kinds are all, group, subgroup and project', () => {
    expect(milestoneTypes).toEqual(['ALL', 'GROUP', 'SUBGROUP', 'PROJECT']);
  });

  test('a type shows only the milestones flagged so, and ALL every one', () => {
    const milestones = [of('groupMilestone'), of('subgroupMilestone'), of('projectMilestone')];
    const shown = milestoneTypes.map((type) => milestones.map((milestone) => isOfType(milestone, type)));
    expect(shown).toEqual([
      [true, true, true],
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  test('with quarters a width under 9 has the minimum look', () => {
    expect(milestoneLook(0, 'QUARTERS')).toBe('minimum');
    expect(milestoneLook(8.99, 'QUARTERS')).toBe('minimum');
  });

  test('with quarters a width from 9 to under 12 has the small look', () => {
    expect(milestoneLook(9, 'QUARTERS')).toBe('small');
    expect(milestoneLook(11.99, 'QUARTERS')).toBe('small');
    expect(milestoneLook(12, 'QUARTERS')).toBe('full');
  });

  test('with months a width under 12 has the small look', () => {
    expect(milestoneLook(1, 'MONTHS')).toBe('small');
    expect(milestoneLook(12, 'MONTHS')).toBe('full');
  });

  test('widths are percent of one column, and weeks have the full look', () => {
    const week = { start: day('2025-07-01'), due: day('2025-07-07') };
    expect(widthInPercentOf(week, 92)).toBeCloseTo(7.61, 2);
    expect(milestoneLook(1, 'WEEKS')).toBe('full');
  });

  test('a milestone is past, current or ahead', () => {
    const today = day('2025-07-17');
    const tense = (start: string | null, due: string | null) =>
      milestoneTense({ start: start === null ? null : day(start), due: due === null ? null : day(due) }, today);
    expect(tense('2025-07-01', '2025-07-16')).toBe('past');
    expect(tense('2025-07-17', '2025-07-17')).toBe('current');
    expect(tense('2025-07-18', null)).toBe('ahead');
    expect(tense('2025-07-01', null)).toBe('current');
    expect(tense(null, '2025-08-01')).toBe('ahead');
    expect(tense(null, '2025-07-17')).toBe('ahead');
  });

  test('lanes: what overlaps is stacked, what follows shares a lane', () => {
    expect(
      packLanes([
        { from: 0, to: 10 },
        { from: 10, to: 20 },
        { from: 5, to: 12 },
      ]),
    ).toEqual({
      laneOf: [0, 0, 1],
      count: 2,
    });
    expect(packLanes([])).toEqual({ laneOf: [], count: 0 });
  });

  test('lanes: nothing overlaps within a lane, and no lane more than the deepest overlap is used', () => {
    const extent = fc
      .tuple(fc.nat(500), fc.integer({ min: 1, max: 80 }))
      .map(([from, size]) => ({ from, to: from + size }));
    const holds = (extents: { from: number; to: number }[]) => {
      const { laneOf, count } = packLanes(extents);
      const collides = extents.some((left, a) =>
        extents.some((right, b) => a < b && laneOf[a] === laneOf[b] && left.to > right.from && right.to > left.from),
      );
      const depthAt = (x: number) => extents.filter((extent) => extent.from <= x && x < extent.to).length;
      const deepest = Math.max(0, ...extents.map((extent) => depthAt(extent.from)));
      return !collides && count === deepest;
    };
    expect(fc.check(fc.property(fc.array(extent, { maxLength: 60 }), holds)).failed).toBe(false);
  });
});
