import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

const people = ['Ada Owner', 'Paul Planner', 'Rita Reporter'];

test('RX-LY-08: the first owner and the number of others stand in the details column, in one request for all rows', async () => {
  const nodes = ['One', 'Three', 'None'].map((title) => epicNode({ title }));
  const page = openRoadmap(
    {
      roadmapGroupEpicsWithColor: () => epicsAnswer(nodes),
      roadmapOwners: () => ({
        group: {
          id: 'g',
          epics: {
            nodes: nodes.map(({ id }, at) => {
              const count = [1, 3, 0][at] ?? 0;
              const named = people.slice(0, Math.min(count, 1)).map((name) => ({ id: name, name, avatarUrl: null }));
              return { id, assignees: { count, nodes: named } };
            }),
          },
        },
      }),
    },
    '?show_owners=true',
  );
  const rowOf = (title: string) => screen.getByRole('link', { name: title }).closest<HTMLElement>('[role=row]');
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'Ada Owner' })).toHaveLength(2));
  const avatar = screen.getAllByRole('img', { name: 'Ada Owner' });
  expect(avatar[0]?.getBoundingClientRect().width).toBe(24);
  const cell = rowOf('One')?.querySelector('[role=rowheader]')?.getBoundingClientRect();
  expect((cell?.right ?? 0) - (avatar[0]?.getBoundingClientRect().right ?? 0)).toBeLessThan(16);
  expect(within(rowOf('Three') as HTMLElement).getByRole('img', { name: '2 more owners' })).toHaveTextContent('+2');
  const ring = within(rowOf('None') as HTMLElement).getByRole('img', { name: 'No owner' });
  expect(getComputedStyle(ring).borderStyle).toBe('dashed');
  expect(page.askedFor('roadmapOwners')).toHaveLength(1);
  // Compact rows have smaller ones; asking again is not needed.
  await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
  await page.user.click(await screen.findByRole('radio', { name: 'Compact' }));
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'Ada Owner' })[0]?.offsetWidth).toBe(20));
  expect(page.askedFor('roadmapOwners')).toHaveLength(1);
  await page.user.click(screen.getByRole('switch', { name: 'Show owners' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Ada Owner' })).toBeNull());
  expect(page.search().get('show_owners')).toBeNull();
});
