import { dayOf } from '@milepost/core/days';
import { columnsOf } from '@milepost/core/roadmap/columns';
import { laidOut, zoomed } from '@milepost/core/roadmap/zoom';
import { expect, test } from 'vitest';
import { makeScale } from '../../../timeline/scale.ts';
import { anchorAt, scrollFor } from './anchors.ts';

const today = dayOf(2025, 7, 17);
const year = { from: dayOf(2025, 1, 1), to: dayOf(2025, 12, 31) };

test('RX-LY-04: the point under the pointer stays within a pixel from any layout to any other', () => {
  const widths = { WEEKS: 84, MONTHS: 92, QUARTERS: 217, YEARS: 900 } as const;
  const layouts = ['WEEKS', 'MONTHS', 'QUARTERS', 'YEARS'] as const;
  const scaleOf = (layout: (typeof layouts)[number]) => makeScale(columnsOf(year, layout), widths[layout]);
  for (const from of layouts)
    for (const to of layouts)
      for (const x of [0, 17.5, 333, 700]) {
        const anchor = anchorAt(scaleOf(from), 40, x);
        const next = scaleOf(to);
        const scrolled = scrollFor(next, anchor);
        expect(Math.abs(anchorAt(next, scrolled, x).day - anchor.day)).toBeLessThan(0.01);
        expect(Math.abs(scrollFor(scaleOf(from), anchorAt(next, scrolled, x)) - 40)).toBeLessThan(1);
      }
});

test('RX-LY-03: a layout that the named range allows keeps the range; any other makes its days a custom range', () => {
  const look = { range: 'CURRENT_YEAR', custom: null, layout: 'MONTHS' } as const;
  expect(laidOut(look, 'WEEKS', today)).toEqual({ ...look, layout: 'WEEKS' });
  expect(laidOut(look, 'MONTHS', today)).toBe(look);
  const quarters = laidOut(look, 'QUARTERS', today);
  expect(quarters.layout).toBe('QUARTERS');
  // Coarser columns need more days to compare; the year stays in their middle.
  expect(quarters.custom).toEqual({ from: dayOf(2024, 1, 1), to: dayOf(2026, 12, 31) });
  // Finer columns keep the days.
  expect(laidOut(quarters, 'WEEKS', today).custom).toEqual(quarters.custom);
  const months = laidOut({ range: 'CURRENT_QUARTER', custom: null, layout: 'WEEKS' }, 'MONTHS', today);
  expect(months.custom).toEqual({ from: dayOf(2025, 3, 1), to: dayOf(2026, 2, 28) });
  expect(zoomed(quarters, 'in', today)).toEqual({ ...quarters, layout: 'MONTHS' });
});
