import { cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, test } from 'vitest';
import { parseDay, type Day } from '@milepost/core/days';
import { columnsOf } from '@milepost/core/roadmap/columns';
import { makeScale } from './scale.ts';
import { TimelineHead } from './TimelineHead.tsx';

afterEach(cleanup);

const day = (text: string): Day => parseDay(text) as Day;

function draw(cellWidth: number): void {
  const columns = columnsOf({ from: day('2020-01-01'), to: day('2022-12-31') }, 'YEARS');
  render(
    <IntlProvider locale="en">
      <TimelineHead
        scale={makeScale(columns, cellWidth)}
        today={day('2026-01-01')}
        visible={{ from: 0, to: columns.length }}
        firstWeekday={0}
        hasNames
      >
        Epics
      </TimelineHead>
    </IntlProvider>,
  );
}

test('a year shows its quarters where they fit, otherwise only itself', () => {
  draw(81);
  expect(screen.getAllByText('Q3')).toHaveLength(3);
  cleanup();
  draw(48);
  expect(screen.getByText('2021')).toBeVisible();
  expect(screen.queryByText('Q3')).toBeNull();
});

test('names that the date of a past day would cover are left out, also in the column before', () => {
  const columns = columnsOf({ from: day('2026-09-01'), to: day('2026-11-30') }, 'MONTHS');
  render(
    <IntlProvider locale="en">
      <TimelineHead
        scale={makeScale(columns, 92)}
        today={day('2026-10-01')}
        isPast
        visible={{ from: 0, to: columns.length }}
        firstWeekday={0}
        hasNames
      >
        Epics
      </TimelineHead>
    </IntlProvider>,
  );
  const [september, october] = screen.getAllByText(/^(Sep|Oct)$/).map((name) => name.parentElement?.textContent);
  expect(september).toBe('2026Sep61320');
  expect(october).toContain('25');
  expect(october).not.toContain('11');
});
