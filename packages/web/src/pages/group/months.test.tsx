import { type Day, dayOf } from '@milepost/core/days';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { MonthsRange, MonthsStrip, placeInMonths, useMonths } from './MonthsStrip.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const january = 2026 * 12;
const day = (year: number, month: number, date: number): Day => dayOf(year, month, date);

test('a whole year fills the strip', () => {
  expect(placeInMonths(january, day(2026, 1, 1), day(2026, 12, 31))).toEqual({ x: 0, width: 100 });
});

test('a month is a twelfth, whatever its length', () => {
  const { x, width } = placeInMonths(january, day(2026, 2, 1), day(2026, 2, 28));
  expect(x).toBeCloseTo(100 / 12);
  expect(width).toBeCloseTo(100 / 12);
});

test('dates outside the year, and open ends, extend to the edge', () => {
  expect(placeInMonths(january, day(2025, 3, 1), null)).toEqual({ x: 0, width: 100 });
  expect(placeInMonths(january, null, day(2026, 6, 30)).width).toBeCloseTo(50);
  expect(placeInMonths(january, day(2026, 7, 1), day(2027, 2, 1)).x).toBeCloseTo(50);
});

test('a single day still has a width', () => {
  expect(placeInMonths(january, day(2026, 5, 5), day(2026, 5, 5)).width).toBeGreaterThan(0);
});

test('the months go on in the next year', () => {
  const { x, width } = placeInMonths(january + 6, day(2027, 1, 1), day(2027, 3, 31));
  expect(x).toBeCloseTo(50);
  expect(width).toBeCloseTo(25);
});

test('shows four months before this one, and epics that started last, in the order of their starts', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T12:00:00') });
  const epic = (title: string, startDate: string) => ({ id: title, title, webPath: '/x', startDate, dueDate: null });
  const asked = fakeServer({
    groupMonths: () => ({
      group: { id: 'g', epics: { nodes: [epic('Second', '2026-10-01'), epic('First', '2025-02-01')] } },
    }),
  });
  function Strip() {
    const months = useMonths('g');
    return (
      <>
        <MonthsRange months={months} />
        <MonthsStrip months={months} />
      </>
    );
  }
  await renderAt('/groups/g', <Strip />);
  const bars = within(await screen.findByRole('list', { name: 'Open epics' })).getAllByRole('link');
  expect(bars.map(({ textContent }) => textContent)).toEqual(['First', 'Second']);
  expect(bars[1]?.style.getPropertyValue('--x')).toBe('25');
  expect(screen.getByText('Jul 2026 – Jun 2027')).toBeVisible();
  expect(asked[0]?.body).toMatchObject({ variables: { timeframe: { start: '2026-07-01', end: '2027-01-31' } } });
});

test('a long title widens no month', async () => {
  const epic = { id: 'e', title: 'Long '.repeat(100), webPath: '/x', startDate: '2020-01-01', dueDate: null };
  fakeServer({ groupMonths: () => ({ group: { id: 'g', epics: { nodes: [epic] } } }) });
  const Strip = () => <MonthsStrip months={useMonths('g')} />;
  await renderAt('/groups/g', <Strip />);
  const list = await screen.findByRole('list', { name: 'Open epics' });
  expect(within(list).getByRole('link').getBoundingClientRect().width).toBeLessThanOrEqual(list.clientWidth);
});
