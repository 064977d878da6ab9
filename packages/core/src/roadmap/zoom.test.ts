import { expect, test } from 'vitest';
import { dayOf } from '../days.ts';
import { laidOut, reversible, zoomed, type Look } from './zoom.ts';

const today = dayOf(2025, 7, 17);

/** Zooms from a view and returns every view on the way. */
function walk(from: Look, steps: readonly ('in' | 'out' | Look['layout'])[]): Look[] {
  const seen = [from];
  let trail: readonly Look[] = [];
  for (const step of steps) {
    const look = seen.at(-1) as Look;
    const next = step === 'in' || step === 'out' ? zoomed(look, step, today) : laidOut(look, step, today);
    if (!next) continue;
    const zoom = reversible(trail, look, next);
    trail = zoom.trail;
    seen.push(zoom.next);
  }
  return seen;
}

test('zooming in and out again, or through the layouts, comes back to exactly the same range', () => {
  const own = { from: dayOf(2025, 2, 3), to: dayOf(2025, 9, 20) };
  const looks: Look[] = [
    { range: 'CURRENT_QUARTER', custom: null, layout: 'WEEKS' },
    { range: 'CURRENT_YEAR', custom: null, layout: 'MONTHS' },
    { range: 'THREE_YEARS', custom: null, layout: 'QUARTERS' },
    { range: 'CURRENT_QUARTER', custom: own, layout: 'MONTHS' },
    { range: 'CURRENT_QUARTER', custom: own, layout: 'QUARTERS' },
    { range: 'CURRENT_QUARTER', custom: own, layout: 'YEARS' },
  ];
  for (const look of looks) {
    const isFinest = look.layout === 'WEEKS';
    for (const steps of [
      ['out', 'in'],
      ['out', 'in', 'out', 'in'],
      ['YEARS', look.layout],
      ['YEARS', 'WEEKS', look.layout],
      ...(isFinest ? [] : [['in', 'out'] as const]),
    ] as const) {
      if (look.layout === 'YEARS' && steps[0] === 'out') continue;
      expect([look, steps, walk(look, steps).at(-1)]).toEqual([look, steps, look]);
    }
  }
});

test('after another change of the range a zoom starts over', () => {
  const look: Look = { range: 'CURRENT_QUARTER', custom: null, layout: 'WEEKS' };
  const out = zoomed(look, 'out', today) as Look;
  const { trail } = reversible([], look, out);
  const moved: Look = { ...out, custom: { from: dayOf(2020, 1, 1), to: dayOf(2020, 12, 31) } };
  const next = zoomed(moved, 'in', today) as Look;
  expect(reversible(trail, moved, next)).toEqual({ next, trail: [moved, next] });
});
