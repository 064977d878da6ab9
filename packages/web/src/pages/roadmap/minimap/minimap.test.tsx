import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lane, lanesAnswer } from '../../../testing/roadmap-lanes.ts';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

const density = (startDate: string, dueDate: string) => ({
  roadmapDensity: () => ({
    group: { id: 'gid://gitlab/Group/1', epicDensity: { startDate, dueDate, counts: [1, 4, 0, 2] } },
  }),
});
const frame = () => screen.queryByRole('slider', { name: 'Visible dates' });
const shown = async () => screen.findByRole('slider', { name: 'Visible dates' });
const scroller = () => document.querySelector('[data-scroller]') as HTMLElement;
const press = (target: Element, x: number, to = x) => {
  const at = { isPrimary: true, button: 0, pointerId: 1, pointerType: 'touch', clientY: 5 };
  fireEvent.pointerDown(target, { ...at, clientX: x });
  fireEvent.pointerMove(window, { ...at, clientX: to });
  fireEvent.pointerUp(window, { ...at, clientX: to });
};

test('RX-LY-12: the minimap is shown by itself for plans of more than twice the visible days, and can be turned off', async () => {
  const page = openRoadmap(density('2025-07-01', '2025-09-30'), '?show_minimap=true');
  await waitFor(() => expect(page.askedFor('roadmapDensity')).toHaveLength(1));
  await screen.findByRole('rowgroup');
  expect(frame()).toBeNull();
  page.unmount();
  const long = openRoadmap(density('2021-01-01', '2030-12-31'), '?show_minimap=true');
  const map = (await shown()).closest<HTMLElement>('[role=group]') as HTMLElement;
  expect(map.getBoundingClientRect().height).toBe(32);
  await long.user.click(await screen.findByRole('button', { name: 'Settings' }));
  await long.user.click(await screen.findByRole('switch', { name: 'Show minimap of long plans' }));
  await waitFor(() => expect(frame()).toBeNull());
  expect(long.search().get('show_minimap')).toBeNull();
});

test('the minimap covers the headers of lanes that scroll behind it', async () => {
  const lanes = Array.from({ length: 30 }, (_, index) => lane(`value ${index}`, 1));
  openRoadmap(
    {
      ...density('2021-01-01', '2030-12-31'),
      roadmapLanes: () => lanesAnswer(lanes),
      roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode({ title: 'One' })]),
    },
    '?group_by=LABEL:stage&show_minimap=true',
  );
  await screen.findByRole('row', { name: /value 0/ });
  const map = (await shown()).closest<HTMLElement>('[role=group]') as HTMLElement;
  const { left, top, height } = map.getBoundingClientRect();
  // Both at the names of lanes and at their dates.
  for (const x of [left + 60, left + 500])
    expect(map).toContainElement(document.elementFromPoint(x, top + height / 2) as HTMLElement);
});

test('RX-LY-13: its frame follows the chart, and is dragged, pressed beside and moved by keys', async () => {
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  const page = openRoadmap(
    density('2021-01-01', '2028-12-31'),
    '?show_minimap=true&range_from=2024-01-01&range_to=2026-12-31&layout=WEEKS',
  );
  const slider = await shown();
  const map = slider.parentElement as HTMLElement;
  const box = map.getBoundingClientRect();
  const dayShare = (day: string) => (Date.parse(day) - Date.parse('2021-01-01')) / (Date.parse('2029-01-01') - Date.parse('2021-01-01')); // prettier-ignore
  const xOf = (day: string) => box.left + box.width * dayShare(day);
  const today = map.querySelector('i')?.getBoundingClientRect();
  expect(today?.left).toBeCloseTo(xOf('2025-07-17'), 0);
  // Parts with no epic are not shaded, the busiest one most.
  expect(getComputedStyle(map).backgroundImage.match(/gradient/g)).toHaveLength(1);
  scroller().scrollTo({ left: 0 });
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^Dec 31, 2023/));
  const first = slider.getBoundingClientRect();
  expect(first.left).toBeCloseTo(xOf('2023-12-31'), -1);
  // Within the range the chart scrolls.
  press(map, xOf('2025-07-01'));
  await waitFor(() => expect(scroller().scrollLeft).toBeGreaterThan(1000));
  const middle = () => slider.getBoundingClientRect().left + slider.getBoundingClientRect().width / 2;
  expect(Math.abs(middle() - xOf('2025-07-01'))).toBeLessThan(3);
  const before = scroller().scrollLeft;
  press(slider, middle(), middle() - 60);
  await waitFor(() => expect(scroller().scrollLeft).toBeLessThan(before));
  slider.focus();
  const dragged = scroller().scrollLeft;
  await page.user.keyboard('{ArrowRight}{ArrowRight}');
  await waitFor(() => expect(scroller().scrollLeft).toBeGreaterThan(dragged));
  expect(page.search().get('range_from')).toBe('2024-01-01');
  // Outside it the range moves, and keeps its length.
  await page.user.keyboard('{Home}');
  await waitFor(() => expect(page.search().get('range_from')).not.toBe('2024-01-01'));
  const [from, to] = ['range_from', 'range_to'].map((key) => Date.parse(page.search().get(key) ?? ''));
  expect(from).toBeLessThan(Date.parse('2021-01-01'));
  expect(Math.round(((to ?? 0) - (from ?? 0)) / 86_400_000)).toBe(1095);
});
