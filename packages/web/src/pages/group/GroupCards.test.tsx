import { screen, within } from '@testing-library/react';
import { addDays, formatDay, localDayOf } from '@milepost/core/days';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { GroupCards } from './GroupCards.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a failed figure shows an error, and loads on retry', async () => {
  setSession({});
  let isBroken = true;
  const today = localDayOf(new Date());
  const milestone = (title: string, days: number) => ({
    id: title,
    title,
    startDate: null,
    dueDate: formatDay(addDays(today, days)),
    webPath: '/x',
    stats: null,
  });
  fakeServer({
    groupOverview: () =>
      isBroken
        ? new Status(500, { message: 'broken' })
        : {
            group: {
              id: 'x',
              opened: { count: 12 },
              closed: { count: 3 },
              milestones: { nodes: [milestone('v1.3', 30), milestone('v1.2', 3), milestone('v1.1', -5)] },
            },
          },
  });
  const { user } = await renderAt('/groups/a', <GroupCards fullPath="a" />);
  const alerts = await screen.findAllByText('Could not load');
  expect(alerts).toHaveLength(2);
  isBroken = false;
  await user.click(within(alerts[0]?.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: '12' })).toBeVisible();
  expect(screen.getByText('v1.2')).toBeVisible();
  expect(screen.queryByText('v1.3')).toBeNull();
  expect(screen.queryByText('Could not load')).toBeNull();
});
