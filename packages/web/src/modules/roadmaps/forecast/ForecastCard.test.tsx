import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderAt } from '../../../testing/page.tsx';
import { ForecastCard } from './ForecastCard.tsx';

const weeks = Array.from({ length: 26 }, (_, week) => ({
  start: new Date(Date.UTC(2025, 0, 13 + 7 * week)).toISOString().slice(0, 10),
  closedIssues: 2,
}));

async function open(forecast: object) {
  fakeServer({
    epicForecast: () => ({
      group: {
        id: 'g',
        epic: { id: 'gid://gitlab/Epic/1', forecast: { obstacle: null, openIssues: 8, share: 50, weeks, ...forecast } },
      },
    }),
  });
  return renderAt('/groups/castle/-/epics/1', <ForecastCard item={{ kind: 'epic', fullPath: 'castle', iid: '1' }} />);
}

const inWeeks = (count: number): string => {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7 * count);
  const isThisYear = day.getFullYear() === now.getFullYear();
  return day.toLocaleDateString('en-US', { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) });
};

test('RX-FC-01, RX-FC-05, RX-FC-09: the card names two dates, its inputs and the weekly numbers; another share gives other dates', async () => {
  const { user } = await open({});
  // Two issues a week, of which half are the epic's: eight take eight weeks in every run.
  expect(await screen.findByText(`${inWeeks(8)} – ${inWeeks(8)} (50–85%)`)).toBeVisible();
  expect(screen.getByText('From the issues you can see')).toBeVisible();
  const inputs = [...document.querySelectorAll('dl > div')].map((pair) => pair.textContent);
  expect(inputs).toEqual([
    'Weeks26',
    'Closed issues52',
    'Mean a week2',
    'Open issues8',
    'Runs10,000',
    'Share of the work (%)',
  ]);
  const share = screen.getByRole('spinbutton', { name: 'Share of the work (%)' });
  await user.clear(share);
  await user.type(share, '100');
  expect(await screen.findByText(`${inWeeks(4)} – ${inWeeks(4)} (50–85%)`)).toBeVisible();
  await user.click(screen.getByText('Closed issues by week'));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows).toHaveLength(27);
  expect(rows[1]).toHaveTextContent('Jan 13, 20252');
});

test.each([
  ['CLOSED', 'No forecast: this is closed.'],
  ['NOTHING_OPEN', 'No forecast: no open issues.'],
  ['TOO_FEW_CLOSED', 'No forecast: fewer than 12 issues were closed in the last 26 weeks.'],
])('RX-FC-08: without a forecast the card says why (%s)', async (obstacle, reason) => {
  await open({ obstacle });
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.queryByText(/50–85%/)).toBeNull();
});

test('RX-FC-04: more than ten years is said so', async () => {
  await open({ openIssues: 100_000, share: 1 });
  await waitFor(() => expect(screen.getByText('more than 10 years – more than 10 years (50–85%)')).toBeVisible());
});
