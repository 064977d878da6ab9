import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../../platform/session/session.ts';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setSession({});
});

const viewer = { id: 1, username: 'ada', name: 'Ada' } as never;
const late = { dueDate: '2025-07-05', userPermissions: { adminEpic: false }, recordedSince: '2025-07-12' };

test('the chart, its banner and its requests are of the end of that day, read-only', async () => {
  setSession({ viewer });
  const page = openRoadmap(
    { roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode({ title: 'Then', ...late })]) },
    '?as_of=2025-07-10&timeframe_range_type=CURRENT_QUARTER&color_by=HEALTH',
  );
  const banner = await screen.findByTestId('as-of-banner');
  expect(within(banner).getByText('As of Jul 10, 2025')).toBeVisible();
  expect(banner.getBoundingClientRect().height).toBe(48);
  const line = await screen.findByRole('img', { name: 'As of Jul 10, 2025' });
  expect(line.parentElement).toHaveTextContent('As of Jul 10');
  await screen.findByRole('link', { name: 'Then' });
  expect(screen.getByRole('img', { name: 'Recorded since Jul 12, 2025' })).toBeVisible();
  // Overdue by that day, not by today.
  expect(await screen.findByText('5 d overdue')).toBeVisible();
  const sent = page.askedFor('roadmapGroupEpicsWithColor')[0];
  expect(sent?.path).toBe('/api/graphql?as_of=2025-07-10');
  expect(sent?.variables).not.toHaveProperty('asOf');
  await waitFor(() => expect(page.askedFor('roadmapSummary')[0]?.path).toBe('/api/graphql?as_of=2025-07-10'));
  // No edit control, no undo, and no peek, which would edit the present.
  await page.user.click(screen.getByRole('link', { name: 'Then' }));
  expect(page.search().get('peek')).toBeNull();
  expect(page.went).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /undo|back to/i, hidden: false })).toHaveTextContent('Back to today');

  await page.user.click(screen.getByRole('button', { name: 'Back to today' }));
  await waitFor(() => expect(screen.queryByTestId('as-of-banner')).toBeNull());
  expect(page.search().get('as_of')).toBeNull();
  expect(screen.getByRole('treegrid')).toHaveFocus();
  await waitFor(() => expect(page.askedFor('roadmapGroupEpicsWithColor').at(-1)?.path).toBe('/api/graphql'));
});

test('RX-AO-01: any day from the first record to yesterday; another one in the address has no records', async () => {
  const page = openRoadmap({}, '?as_of=2025-07-10');
  await page.user.click(await screen.findByRole('button', { name: 'Choose date' }));
  const [last, after] = [
    await screen.findByRole('gridcell', { name: 'Wednesday, July 16, 2025' }),
    await screen.findByRole('gridcell', { name: 'Thursday, July 17, 2025' }),
  ];
  expect([last, after].map((day) => day.getAttribute('aria-disabled'))).toEqual([null, 'true']);
  await page.user.click(last);
  await waitFor(() => expect(page.search().get('as_of')).toBe('2025-07-16'));
  cleanup();

  openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer([]) }, '?as_of=2025-01-31');
  expect(await screen.findByRole('heading', { name: 'No records for this day' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Choose date' }));
  expect(await screen.findByRole('gridcell', { name: 'Friday, January 31, 2025' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  cleanup();

  const future = openRoadmap({}, '?as_of=2025-07-17');
  expect(await screen.findByRole('heading', { name: 'No records for this day' })).toBeVisible();
  expect(future.askedFor('roadmapGroupEpicsWithColor')).toEqual([]);
});
