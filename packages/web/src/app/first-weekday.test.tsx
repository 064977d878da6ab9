import { parseDay, type Day, partsOf } from '@milepost/core/days';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { viewOf } from '../pages/roadmap/view/view.ts';
import { setSession } from '../platform/session/session.ts';
import { renderAt } from '../testing/page.tsx';
import { DateField } from '../ui/field/DateField.tsx';

afterEach(() => setSession({}));

test.each([
  [6, 'Saturday'],
  [0, 'Sunday'],
  [1, 'Monday'],
])('TM-PR-05: the first weekday %i begins the weeks of calendars and of the roadmap with %s', async (day, name) => {
  setSession({ firstWeekday: day });
  const { user } = await renderAt('/', <DateField label="Due date" value="2026-03-01" onChange={() => undefined} />);
  await user.click(screen.getByRole('textbox', { name: 'Due date' }));
  await screen.findByRole('dialog', { name: 'Choose date' });
  expect(screen.getAllByRole('columnheader')[0]).toHaveAccessibleName(name);
  const settings = { timeframeRangeType: 'CURRENT_QUARTER', customRange: null, presetType: 'WEEKS' } as const;
  const { columns } = viewOf(settings, parseDay('2026-03-01') as Day);
  expect(new Set(columns.map(({ start }) => partsOf(start).weekday))).toEqual(new Set([day]));
});
