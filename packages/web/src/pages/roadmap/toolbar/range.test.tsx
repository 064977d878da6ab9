import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { shortcutsOfPage } from '../../../platform/shortcuts/registry.ts';
import { epicNode, epicsAnswer, openRoadmap, type Answers } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const dates = (startDate: string | null, dueDate: string | null) => ({ nodes: [{ id: 'e', startDate, dueDate }] });
const extent: Answers = {
  // Within every range.
  roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode({ startDate: '2001-01-01', dueDate: null })]),
  roadmapExtent: () => ({
    group: {
      id: 'gid://gitlab/Group/1',
      firstStart: dates('2022-02-10', '2022-03-01'),
      lastStart: dates('2026-01-01', null),
      firstDue: dates(null, '2022-01-20'),
      lastDue: dates('2025-01-01', '2027-05-20'),
    },
  }),
};
const open = async (search = '', answers: Answers = {}) => {
  const page = openRoadmap({ ...extent, ...answers }, search);
  await screen.findByRole('rowgroup');
  return page;
};
const asked = (page: ReturnType<typeof openRoadmap>) => page.askedFor('roadmapGroupEpicsWithColor').at(-1)?.variables;
const heads = () => screen.getAllByRole('columnheader')[1]?.textContent ?? '';

describe('custom range', () => {
  test('is the fourth choice, starts with the visible days, and applies as its days are entered', async () => {
    const page = await open('?timeframe_range_type=CURRENT_YEAR');
    await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
    await page.user.click(await screen.findByRole('button', { name: /^Date range/ }));
    await page.user.click(screen.getByRole('option', { name: 'Custom range…' }));
    const from = await screen.findByLabelText<HTMLInputElement>('From');
    expect([from.value, screen.getByLabelText<HTMLInputElement>('To').value]).toEqual(['2025-01-01', '2025-12-31']);
    fireEvent.change(from, { target: { value: '2024-10-15' } });
    await waitFor(() => expect(page.search().get('range_from')).toBe('2024-10-15'));
    expect(page.search().get('range_to')).toBe('2025-12-31');
    expect(page.search().get('timeframe_range_type')).toBe('CURRENT_YEAR');
    await waitFor(() => expect(asked(page)?.['timeframe']).toEqual({ start: '2024-10-15', end: '2025-12-31' }));
    const layouts = within(screen.getByRole('radiogroup', { name: 'Layout' })).getAllByRole('radio');
    expect(layouts.map((layout) => layout.textContent)).toEqual(['Weeks', 'Months', 'Quarters', 'Years']);
    expect(document.activeElement?.tagName).not.toBe('BODY');
  });

  test('is rejected with a message when its days are out of order, and changes nothing', async () => {
    const page = await open('?range_from=2025-01-01&range_to=2025-06-30');
    await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
    fireEvent.change(await screen.findByLabelText('To'), { target: { value: '2024-06-30' } });
    expect(screen.getByRole('alert').textContent).toBe('The range must end on or after its first day.');
    expect(page.search().get('range_to')).toBe('2025-06-30');
  });

  test('is removed when one of the three ranges is chosen', async () => {
    const page = await open('?range_from=2015-01-01&range_to=2025-06-30');
    expect(heads()).toContain('2019');
    await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
    await page.user.click(await screen.findByRole('button', { name: 'Date range: Custom range…' }));
    await page.user.click(screen.getByRole('option', { name: 'This year' }));
    await waitFor(() => expect(page.search().get('range_from')).toBeNull());
    expect(page.search().get('layout')).toBe('MONTHS');
  });

  test('moves by its length with Earlier and Later, and to today', async () => {
    const page = await open('?range_from=2020-01-01&range_to=2020-12-31&layout=QUARTERS');
    await page.user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(page.search().get('range_from')).toBe('2021-01-01'));
    await page.user.click(screen.getByRole('button', { name: 'Earlier' }));
    await waitFor(() => expect(page.search().get('range_to')).toBe('2020-12-31'));
    await page.user.click(screen.getByRole('button', { name: 'Today' }));
    await waitFor(() => expect(page.search().get('range_from')).toBe('2025-01-16'));
  });
});

describe('zoom', () => {
  test('RX-LY-03: the toolbar and the keys 1 to 4 choose the columns; a range that does not allow them becomes a custom one', async () => {
    const page = await open('?timeframe_range_type=CURRENT_YEAR');
    const zoom = within(screen.getByRole('radiogroup', { name: 'Zoom' }));
    expect(zoom.getAllByRole('radio').map((choice) => choice.textContent)).toEqual([
      'Weeks',
      'Months',
      'Quarters',
      'Years',
    ]);
    await page.user.click(zoom.getByRole('radio', { name: 'Weeks' }));
    await waitFor(() => expect(page.search().get('layout')).toBe('WEEKS'));
    expect(page.search().get('range_from')).toBeNull();
    await page.user.click(zoom.getByRole('radio', { name: 'Quarters' }));
    await waitFor(() => expect(page.search().get('layout')).toBe('QUARTERS'));
    expect([page.search().get('range_from'), page.search().get('range_to')]).toEqual(['2024-01-01', '2026-12-31']);
    expect(screen.getByRole('button', { name: /^Range: Jan 2024\s–\sDec 2026$/ })).toBeTruthy();
    await page.user.keyboard('4');
    await waitFor(() => expect(page.search().get('layout')).toBe('YEARS'));
    await page.user.keyboard('1');
    await waitFor(() => expect(page.search().get('layout')).toBe('WEEKS'));
    // Zooming out goes on past the named ranges, to years.
    await page.user.keyboard('---');
    await waitFor(() => expect(page.search().get('layout')).toBe('YEARS'));
  });

  test('RX-LY-03 and RX-LY-04: today stays in its place, and so does the day under the pointer when Ctrl and the wheel zoom', async () => {
    const page = await open('?timeframe_range_type=THREE_YEARS&layout=MONTHS');
    const scroller = screen.getByRole('treegrid').parentElement as HTMLElement;
    const todayAt = () => document.querySelector('[data-today]')?.getBoundingClientRect().left ?? 0;
    const before = todayAt();
    await page.user.click(screen.getByRole('radio', { name: 'Weeks' }));
    await waitFor(() => expect(page.search().get('layout')).toBe('WEEKS'));
    expect(Math.abs(todayAt() - before)).toBeLessThanOrEqual(1);

    // Around a pointer that is on today's line, which is two pixels wide.
    const turn = (deltaY: number) =>
      fireEvent.wheel(scroller, { deltaY, ctrlKey: true, clientX: todayAt(), clientY: 400 });
    const at = todayAt();
    expect(turn(60)).toBe(false);
    expect(page.search().get('layout')).toBe('WEEKS');
    turn(60);
    await waitFor(() => expect(page.search().get('layout')).toBe('MONTHS'));
    expect(Math.abs(todayAt() - at)).toBeLessThanOrEqual(1);
    // Without Ctrl the wheel scrolls.
    expect(fireEvent.wheel(scroller, { deltaY: 120 })).toBe(true);
    expect(page.search().get('layout')).toBe('MONTHS');
  });

  test('RX-OP-12: the head names the range and chooses another at once; a custom one is entered in the settings', async () => {
    const page = await open('?timeframe_range_type=CURRENT_YEAR');
    await page.user.click(screen.getByRole('button', { name: 'Range: This year' }));
    const entries = [...document.querySelectorAll('[role^=menuitem]')].map((entry) => entry.textContent);
    expect(entries).toEqual(['Fit', 'This quarter', 'This year', 'Within 3 years', 'Custom range…']);
    await page.user.keyboard('{Escape}');
    let shown = 'This year';
    for (const [name, type, layout, columns, first] of [
      ['This quarter', 'CURRENT_QUARTER', 'WEEKS', 14, '2025Jun 29'],
      ['This year', 'CURRENT_YEAR', 'MONTHS', 12, '2025Jan'],
      ['Within 3 years', 'THREE_YEARS', 'QUARTERS', 12, '2024Q1'],
    ] as const) {
      await page.user.click(screen.getByRole('button', { name: `Range: ${shown}` }));
      await page.user.click(screen.getByRole('menuitemradio', { name }));
      await waitFor(() => expect(page.search().get('timeframe_range_type')).toBe(type));
      expect([page.search().get('layout'), page.search().get('range_from')]).toEqual([layout, null]);
      await screen.findByRole('button', { name: `Range: ${name}` });
      shown = name;
      const cells = screen.getByRole('region', { name: 'Roadmap' }).style.getPropertyValue('--cells');
      expect([Number(cells), heads().slice(0, first.length)]).toEqual([columns, first]);
    }
    await page.user.click(screen.getByRole('button', { name: 'Range: Within 3 years' }));
    await page.user.click(screen.getByRole('menuitem', { name: 'Fit' }));
    await waitFor(() => expect(page.search().get('range_from')).toBe('2022-01-01'));
    expect([page.search().get('range_to'), page.search().get('layout')]).toEqual(['2027-12-31', 'YEARS']);
    await page.user.click(screen.getByRole('button', { name: /^Range: 2022|^Range: Jan 2022/ }));
    await page.user.click(screen.getByRole('menuitemradio', { name: 'Within 3 years' }));
    await page.user.click(await screen.findByRole('button', { name: 'Range: Within 3 years' }));
    await page.user.click(screen.getByRole('menuitemradio', { name: 'Custom range…' }));
    expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe('2024-01-01');
  });

  test('keys, on a row or not: + (with or without Shift) and -, and 0 fits; the help lists all keys', async () => {
    const page = await open('?timeframe_range_type=THREE_YEARS');
    const listed = shortcutsOfPage().map(({ keys }) => keys);
    expect(listed).toEqual(
      expect.arrayContaining(['[', ']', 't', '+', '-', '0', '1', '4', '↓', '↑', '→', '←', 'Enter', 'b', 'Ctrl+Z']),
    );
    await page.user.keyboard('=');
    await waitFor(() => expect(page.search().get('layout')).toBe('MONTHS'));
    screen
      .getAllByRole('row')
      .find((row) => row.dataset['row'] === '0')
      ?.focus();
    await page.user.keyboard('-');
    await waitFor(() => expect(page.search().get('layout')).toBe('QUARTERS'));
    await page.user.keyboard('0');
    await waitFor(() => expect(page.search().get('range_from')).toBe('2022-01-01'));
  });

  test('Fit shows from the first to the last date of the matching epics', async () => {
    const page = await open('?search=swap&state=opened');
    await page.user.click(screen.getByRole('button', { name: 'Fit' }));
    await waitFor(() => expect(page.search().get('range_from')).toBe('2022-01-01'));
    expect(page.search().get('range_to')).toBe('2027-12-31');
    expect(page.search().get('layout')).toBe('YEARS');
    expect(page.askedFor('roadmapExtent')[0]?.variables).toMatchObject({ search: 'swap', state: 'opened' });
  });
});

describe('when this quarter has no epics', () => {
  const epicsFrom = (first: string): Answers => ({
    roadmapGroupEpicsWithColor: ({ timeframe }) => {
      const { start } = timeframe as { start: string };
      return epicsAnswer(start <= first ? [epicNode({ title: 'Found', startDate: null })] : []);
    },
    roadmapEpicCount: ({ timeframe }) => {
      const start = (timeframe as { start: string } | null)?.start ?? '';
      return { group: { id: 'gid://gitlab/Group/1', epics: { count: start <= first ? 1 : 0 } } };
    },
  });

  test('and no range was chosen, the page switches to the nearest with epics, reports it, and offers to return', async () => {
    const page = await open('', epicsFrom('2024-01-01'));
    await screen.findByRole('link', { name: 'Found' });
    expect(await screen.findByText('No epics this quarter. Showing within 3 years.')).toBeTruthy();
    expect(page.search().get('timeframe_range_type')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Back to this quarter' }));
    await screen.findByRole('heading', { name: /The roadmap shows/ });
    expect(page.search().get('timeframe_range_type')).toBe('CURRENT_QUARTER');
    expect(screen.queryByText(/No epics this quarter/)).toBeNull();
  });

  test('beyond three years it uses the dates of all epics; the notice can be dismissed', async () => {
    const page = await open('', epicsFrom('2022-01-20'));
    await screen.findByRole('link', { name: 'Found' });
    expect(await screen.findByText('No epics this quarter. Showing the dates of all epics.')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/No epics this quarter/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Found' })).toBeTruthy();
  });

  test('changing another setting keeps the shown range', async () => {
    const page = await open('', epicsFrom('2025-01-01'));
    await screen.findByRole('link', { name: 'Found' });
    await page.user.click(screen.getByRole('button', { name: /^Group by: / }));
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Descending' }));
    await waitFor(() => expect(page.search().get('timeframe_range_type')).toBe('CURRENT_YEAR'));
  });

  test('a range in the URL is kept, however empty', async () => {
    openRoadmap({ ...extent, ...epicsFrom('2024-01-01') }, '?timeframe_range_type=CURRENT_QUARTER');
    expect(await screen.findByRole('button', { name: 'Show within 3 years' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Found' })).toBeNull();
  });
});
