import { parseDay } from '@milepost/core/days';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DateField, type DateFieldProps } from './DateField.tsx';
import { FirstWeekday } from './first-weekday.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2025, 9, 17, 10), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function Sample({ value: initial, first, ...rest }: Partial<DateFieldProps> & { first?: number }) {
  const [value, setValue] = useState(initial ?? '');
  return (
    <IntlProvider locale="en">
      <FirstWeekday value={first ?? 0}>
        <DateField label="Due date" value={value} onChange={setValue} {...rest} />
        <button type="button">Other</button>
      </FirstWeekday>
    </IntlProvider>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Due date' });
const dayNamed = (name: string | RegExp) => screen.findByRole('gridcell', { name });
const press = (name: string) => screen.getByRole('button', { name });

async function open(given: Parameters<typeof Sample>[0] = {}) {
  render(<Sample {...given} />);
  const user = userEvent.setup();
  await user.click(field());
  await screen.findByRole('dialog', { name: 'Choose date' });
  return user;
}

describe('the clear button', () => {
  test('DP-IN-01: the calendar is closed until the field is used', () => {
    render(<Sample value="2025-10-15" />);
    expect(screen.queryByRole('button', { name: 'Clear date' })).toBeNull();
  });

  test('DP-IN-02: it empties the date', async () => {
    render(<Sample value="2025-10-15" clearable />);
    await userEvent.click(press('Clear date'));
    expect(field()).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Clear date' })).toBeNull();
  });

  test('DP-IN-02: so does the one of the calendar', async () => {
    const user = await open({ value: '2025-10-15', clearable: true });
    await user.click(press('Clear'));
    expect(field()).toHaveValue('');
  });
});

describe('typing', () => {
  test('DP-IN-03: year, month and day', async () => {
    const changed = vi.fn<(value: string) => void>();
    render(<Sample onChange={changed} />);
    expect(field()).toHaveAttribute('placeholder', 'YYYY-MM-DD');
    await userEvent.type(field(), '2025-12-24');
    expect(changed).toHaveBeenLastCalledWith('2025-12-24');
  });

  test.each([
    ['DP-IN-11: what cannot be read becomes today', 'soon', '2025-10-17'],
    ['DP-IN-08: an earlier day becomes the first allowed one', '2020-01-01', '2025-10-10'],
    ['DP-IN-09: a later day becomes the last allowed one', '2030-01-01', '2025-10-20'],
  ])('%s', async (_row, typed, becomes) => {
    render(<Sample min="2025-10-10" max="2025-10-20" />);
    await userEvent.type(field(), `${typed}{Enter}`);
    expect(field()).toHaveValue(becomes);
  });

  test('DP-IN-10: a last day before the first is ignored', async () => {
    render(<Sample min="2025-10-10" max="2025-10-01" />);
    await userEvent.type(field(), '2030-01-01{Enter}');
    expect(field()).toHaveValue('2030-01-01');
  });

  test('leaving the field settles what was typed, too', async () => {
    render(<Sample />);
    const user = userEvent.setup();
    await user.type(field(), 'soon');
    await user.click(press('Other'));
    expect(field()).toHaveValue('2025-10-17');
    await user.clear(field());
    await user.click(press('Other'));
    expect(field()).toHaveValue('');
  });

  test('DP-IN-12: Enter on an empty field takes the first day, or none', async () => {
    const view = render(<Sample min="2025-10-10" />);
    await userEvent.type(field(), '{Enter}');
    expect(field()).toHaveValue('2025-10-10');
    view.unmount();
    render(<Sample />);
    await userEvent.type(field(), '{Enter}');
    expect(field()).toHaveValue('');
  });
});

describe('the calendar', () => {
  test('it opens on the month of the value, with the value chosen and today marked', async () => {
    await open({ value: '2025-10-15' });
    expect(screen.getByRole('grid', { name: 'October 2025' })).toBeTruthy();
    expect(await dayNamed('Wednesday, October 15, 2025')).toHaveAttribute('aria-selected', 'true');
    expect(await dayNamed('Friday, October 17, 2025')).toHaveAttribute('aria-current', 'date');
  });

  test('DP-IN-16: a picked day applies immediately, and the calendar closes 100 ms later', async () => {
    await open({ value: '2025-10-15' });
    const day = await dayNamed('Monday, October 20, 2025');
    const picked = performance.now();
    // Without the pauses of a user: a busy machine makes them longer than the delay.
    fireEvent.click(day);
    expect(field()).toHaveValue('2025-10-20');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { interval: 5 });
    expect(performance.now() - picked).toBeGreaterThan(99);
    expect(field()).toHaveFocus();
  });

  test('DP-IN-04, DP-IN-05 and DP-IN-07: days beyond the bounds and days ruled out cannot be picked', async () => {
    const user = await open({
      value: '2025-10-15',
      min: '2025-10-10',
      max: '2025-10-20',
      isDisabled: (day) => day === parseDay('2025-10-16'),
    });
    for (const day of ['Thursday, October 9', 'Tuesday, October 21', 'Thursday, October 16']) {
      const cell = await dayNamed(`${day}, 2025`);
      expect(cell).toHaveAttribute('aria-disabled', 'true');
      await user.click(cell);
    }
    expect(field()).toHaveValue('2025-10-15');
    expect(press('Previous month')).toHaveAttribute('aria-disabled', 'true');
    expect(press('Next month')).toHaveAttribute('aria-disabled', 'true');
  });

  test.each([
    ['Previous month', { min: '2025-08-10', value: '2025-10-15' }, 'August 2025', '2025-08-20', 'Wednesday, August 20'],
    ['Next month', { max: '2025-12-20', value: '2025-10-15' }, 'December 2025', '2025-12-10', 'Wednesday, December 10'],
  ])('%s ends at the month of the bound, whose days can be picked', async (name, given, month, picked, day) => {
    const user = await open(given);
    // Further than the bound, with the keys and with the pointer.
    press(name).focus();
    await user.keyboard('{Enter}{Enter}{Enter}{Enter}');
    await user.click(press(name));
    expect(screen.getByRole('grid', { name: month })).toBeVisible();
    await user.click(await dayNamed(`${day}, 2025`));
    expect(field()).toHaveValue(picked);
  });

  test('a year that is chosen leads to a month within the bounds', async () => {
    const user = await open({ min: '2025-10-10', value: '2027-03-15' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2025');
    expect(screen.getByRole('grid', { name: 'October 2025' })).toBeVisible();
    await user.click(await dayNamed('Saturday, October 11, 2025'));
    expect(field()).toHaveValue('2025-10-11');
  });

  test.each([
    ['a bound', { min: '2026-02-03' }, 'Tuesday, February 3, 2026'],
    ['a value beyond a bound', { min: '2025-12-10', value: '2025-10-01' }, 'Wednesday, December 10, 2025'],
    [
      'days that are ruled out',
      { isDisabled: (day: number) => day < (parseDay('2025-10-20') as number) },
      'Monday, October 20, 2025',
    ],
  ])('it opens at the first day that can be picked: after %s', async (_what, given, day) => {
    const user = await open(given);
    await user.keyboard('{ArrowDown}');
    await waitFor(async () => expect(await dayNamed(day)).toHaveFocus());
  });

  test('DP-IN-06: the days of a range are marked', async () => {
    await open({ value: '2025-10-05', rangeStart: '2025-10-05', rangeEnd: '2025-10-15' });
    const marked = screen.getAllByRole('gridcell').filter((cell) => cell.hasAttribute('data-range'));
    expect(marked.map((cell) => cell.textContent)).toEqual([
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
    ]);
  });

  test.each([
    [undefined, 1],
    [3, 3],
    [9, 4],
  ])('DP-IN-13 and DP-IN-18: asked for %s months it shows %s', async (months, shown) => {
    await open(months === undefined ? {} : { months });
    expect(screen.getAllByRole('grid')).toHaveLength(shown);
  });

  test.each([
    [undefined, 21],
    [2, 5],
    [1000, 201],
  ])('DP-IN-14 and DP-IN-15: with a range of %s there are %s years to choose from', async (yearRange, count) => {
    await open(yearRange === undefined ? {} : { yearRange });
    expect(within(screen.getByRole('combobox', { name: 'Year' })).getAllByRole('option')).toHaveLength(count);
  });

  test('another year can be chosen, and other months turned to', async () => {
    const user = await open({ value: '2025-10-15' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2027');
    expect(screen.getByRole('grid', { name: 'October 2027' })).toBeTruthy();
    await user.click(press('Next month'));
    expect(screen.getByRole('grid', { name: 'November 2027' })).toBeTruthy();
    expect(field()).toHaveValue('2025-10-15');
  });

  test('DP-IN-17: weeks begin on Sunday, or on the day of the settings', async () => {
    await open();
    expect(screen.getAllByRole('columnheader')[0]).toHaveAccessibleName('Sunday');
  });

  test('DP-IN-17: weeks that begin on Monday', async () => {
    await open({ first: 1 });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(
      'Mo Tu We Th Fr Sa Su'.split(' '),
    );
  });

  test('on a small screen a tap opens the days with their purpose, and a date can still be typed', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1440, 900));
    render(<Sample value="2025-10-15" />);
    const user = userEvent.setup();
    await user.click(field());
    await waitFor(async () => expect(await dayNamed('Wednesday, October 15, 2025')).toHaveFocus());
    expect(within(screen.getByRole('dialog')).getByText('Due date')).toBeInTheDocument();
    await user.click(await dayNamed('Monday, October 20, 2025'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field()).toHaveValue('2025-10-20');
    expect(press('Choose date')).toHaveFocus();
    await user.click(field());
    await user.click(await screen.findByRole('button', { name: 'Type a date' }));
    expect(field()).toHaveFocus();
    await user.click(field());
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.clear(field());
    await user.keyboard('2025-11-03{Enter}');
    expect(field()).toHaveValue('2025-11-03');
  });

  test('on a small screen the days have a title also if the label of the field is hidden', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1440, 900));
    await open({ isLabelHidden: true });
    const title = within(screen.getByRole('dialog')).getByText('Due date');
    expect(title.getBoundingClientRect().width).toBeGreaterThan(1);
  });

  test('Today picks today', async () => {
    const user = await open({ value: '2024-01-01' });
    await user.click(press('Today'));
    expect(field()).toHaveValue('2025-10-17');
  });
});

describe('keys', () => {
  test('down leads to the days; arrows, pages and ends lead on; Enter picks', async () => {
    render(<Sample value="2025-10-15" first={1} />);
    const user = userEvent.setup();
    await user.tab();
    expect(field()).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    await waitFor(async () => expect(await dayNamed('Wednesday, October 15, 2025')).toHaveFocus());
    for (const [key, lands] of [
      ['{ArrowRight}', 'Thursday, October 16, 2025'],
      ['{ArrowDown}', 'Thursday, October 23, 2025'],
      ['{ArrowLeft}', 'Wednesday, October 22, 2025'],
      ['{ArrowUp}', 'Wednesday, October 15, 2025'],
      ['{Home}', 'Monday, October 13, 2025'],
      ['{End}', 'Sunday, October 19, 2025'],
      ['{PageDown}', 'Wednesday, November 19, 2025'],
      ['{PageUp}', 'Sunday, October 19, 2025'],
      ['{Shift>}{PageDown}{/Shift}', 'Monday, October 19, 2026'],
    ] as const) {
      await user.keyboard(key);
      expect(await dayNamed(lands)).toHaveFocus();
    }
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('2026-10-19');
    await waitFor(() => expect(field()).toHaveFocus());
  });

  test('Escape closes the calendar and leaves the date alone', async () => {
    render(<Sample value="2025-10-15" />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('dialog');
    await user.keyboard('{ArrowRight}{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field()).toHaveValue('2025-10-15');
    expect(field()).toHaveFocus();
  });
});
