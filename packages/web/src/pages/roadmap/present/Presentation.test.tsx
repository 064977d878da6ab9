import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

const lane = (value: string) => ({
  key: `LABEL%3Astage=${value}`,
  value,
  title: `stage::${value}`,
  color: '#1068bf',
  count: 1,
  closed: 0,
  overdue: 0,
  health: { onTrack: 1, needsAttention: 0, atRisk: 0, none: 0 },
  progress: null,
  startDate: '2025-07-07',
  dueDate: '2025-08-31',
  lacksStartDate: false,
  lacksDueDate: false,
  shades: [],
  epic: null,
  lanes: null,
});

test('RX-PX-03: a presentation shows one lane a page, by keys, buttons and swipes, stays live and edits nothing', async () => {
  const sources: EventTarget[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super();
        sources.push(this);
      }
      close(): void {}
    },
  );
  const [one, two] = [epicNode({ title: 'Alone in alpha' }), epicNode({ title: 'Alone in beta' })];
  const { user, search } = openRoadmap(
    {
      roadmapLanes: () => ({
        group: {
          id: 'gid://gitlab/Group/1',
          name: 'Kubernetes',
          epicLanes: { nodes: [lane('alpha'), lane('beta')], pageInfo: { hasNextPage: false, endCursor: null } },
        },
      }),
      roadmapGroupEpicsWithColor: ({ lane: key }) => {
        if (key === undefined) return epicsAnswer([one, two]);
        return epicsAnswer([key === 'LABEL%3Astage=alpha' ? one : two]);
      },
    },
    '?group_by=LABEL:stage',
  );
  const opener = await screen.findByRole('button', { name: 'Export' });
  await user.click(opener);
  await user.click(await screen.findByRole('menuitem', { name: 'Present' }));
  const dialog = await screen.findByRole('dialog', { name: 'Presentation' });
  expect(search().get('present')).toBe('true');
  const stage = await within(dialog).findByRole('region', { name: 'stage alpha' });
  expect(stage).toHaveFocus();
  expect(await within(dialog).findByText('Alone in alpha')).toBeVisible();
  expect(within(dialog).queryByText('Alone in beta')).toBeNull();
  // Buttons turn pages and leave; there is nothing to edit.
  const names = within(dialog)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));
  expect(names).toEqual(['Previous lane', 'Next lane', 'Leave the presentation']);

  const shows = (title: string) => waitFor(() => expect(within(dialog).getByText(title)).toBeVisible());
  for (const [key, title] of [
    ['{ArrowRight}', 'Alone in beta'],
    ['{ArrowRight}', 'Alone in beta'],
    ['{ArrowLeft}', 'Alone in alpha'],
    ['{End}', 'Alone in beta'],
    ['{Home}', 'Alone in alpha'],
  ] as const) {
    await user.keyboard(key);
    await shows(title);
  }
  await user.click(within(dialog).getByRole('button', { name: 'Next lane' }));
  await shows('Alone in beta');
  expect(within(dialog).getByRole('status')).toHaveTextContent('stage beta · Page 2 of 2');
  const swipe = (type: 'touchstart' | 'touchend', x: number) => {
    const touch = new Touch({ identifier: 1, target: stage, clientX: x, clientY: 100 });
    stage.dispatchEvent(new TouchEvent(type, { bubbles: true, touches: [touch], changedTouches: [touch] }));
  };
  swipe('touchstart', 100);
  swipe('touchend', 300);
  await shows('Alone in alpha');
  one.title = 'Renamed meanwhile';
  for (const source of sources) source.dispatchEvent(new MessageEvent('change', { data: '{"all":true}' }));
  await shows('Renamed meanwhile');
  // As the browser does for Escape.
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(search().has('present')).toBe(false);
  expect(search().get('group_by')).toBe('LABEL:stage');
});
