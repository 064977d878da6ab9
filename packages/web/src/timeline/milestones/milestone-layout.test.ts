import { describe, expect, test } from 'vitest';
import type { Day } from '@milepost/core/days';
import { parseDay } from '@milepost/core/days';
import { clip } from '@milepost/core/roadmap/clip';
import type { ClippedSpan } from '@milepost/core/roadmap/clip';
import { columnsOf } from '@milepost/core/roadmap/columns';
import { windowOf } from '@milepost/core/roadmap/ranges';
import { layOutMilestones } from './milestone-layout.ts';
import { makeScale } from '../scale.ts';

const day = (text: string) => parseDay(text) as Day;
const scale = makeScale(columnsOf(windowOf('THREE_YEARS', day('2025-07-17')), 'QUARTERS'), 90);
const milestone = (title: string, start: string, due: string) => ({
  id: title,
  title,
  label: title,
  href: `/${title}`,
  span: clip({ start: day(start), due: day(due) }, scale.timeframe) as ClippedSpan,
  tense: 'ahead' as const,
});

describe('milestones on the timeline', () => {
  test('consecutive ones share a lane', () => {
    const { lanes } = layOutMilestones(
      [milestone('v1', '2025-01-13', '2025-04-23'), milestone('v2', '2025-05-19', '2025-08-27')],
      scale,
    );
    expect(lanes).toBe(1);
  });

  test('overlapping ones, including their titles, are stacked', () => {
    const { placed, lanes } = layOutMilestones(
      [
        milestone('A release with a long name', '2025-01-01', '2025-01-20'),
        milestone('v2', '2025-02-01', '2025-04-01'),
      ],
      scale,
    );
    expect(lanes).toBe(2);
    expect(placed.map(({ lane }) => lane)).toEqual([0, 1]);
  });

  test('the style depends on the share of a quarter: post only, truncated title, full title', () => {
    const { placed } = layOutMilestones(
      [
        milestone('a', '2025-01-01', '2025-01-07'),
        milestone('b', '2025-01-01', '2025-01-10'),
        milestone('c', '2025-01-01', '2025-01-20'),
      ],
      scale,
    );
    expect(placed.map(({ look }) => look)).toEqual(['minimum', 'small', 'full']);
  });

  test('no title extends beyond the timeline', () => {
    const { placed } = layOutMilestones([milestone('A release with a long name', '2026-12-01', '2026-12-31')], scale);
    expect((placed[0]?.left ?? 0) + (placed[0]?.titleRoom ?? 0)).toBeLessThanOrEqual(scale.width);
  });
});
