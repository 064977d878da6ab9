import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { detailsWidthSetting } from '../../../timeline/details-width.ts';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

const open = () =>
  openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode({ title: 'A title of some length' })]) });
const edge = () => screen.findByRole('separator', { name: 'Width of the title column' });
const width = () => document.querySelector('[role=rowheader]')?.getBoundingClientRect().width;
const at = { isPrimary: true, button: 0, pointerId: 1, pointerType: 'mouse', clientY: 300 };
const ownWidth = () => (window.innerWidth < 1024 ? 272 : 344);

afterEach(() => detailsWidthSetting.set(null));

test('the edge of the details column is dragged, its place is stored in this browser, and a double click resets it', async () => {
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  open();
  const line = await edge();
  await waitFor(() => expect(width()).toBe(ownWidth()));
  fireEvent.pointerDown(line, { ...at, clientX: 400 });
  fireEvent.pointerMove(window, { ...at, clientX: 460 });
  // It follows before it is dropped.
  await waitFor(() => expect(width()).toBe(ownWidth() + 60));
  fireEvent.pointerUp(window, { ...at, clientX: 460 });
  expect(line).toHaveAttribute('aria-valuenow', String(ownWidth() + 60));
  expect(localStorage.getItem('milepost.roadmap.details')).toBe(String(ownWidth() + 60));
  fireEvent.doubleClick(line);
  await waitFor(() => expect(width()).toBe(ownWidth()));
  expect(localStorage.getItem('milepost.roadmap.details')).toBeNull();
});

test('Escape gives the details column the width that it had before it was dragged', async () => {
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  open();
  const line = await edge();
  fireEvent.pointerDown(line, { ...at, clientX: 400 });
  fireEvent.pointerMove(window, { ...at, clientX: 440 });
  await waitFor(() => expect(width()).toBe(ownWidth() + 40));
  fireEvent.keyDown(window, { key: 'Escape' });
  await waitFor(() => expect(width()).toBe(ownWidth()));
  expect(detailsWidthSetting.get()).toBeNull();
});

test('keys change the width of the details column, which leaves half of the window to the timeline', async () => {
  const { user } = open();
  const line = await edge();
  line.focus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(width()).toBe(ownWidth() + 16));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await waitFor(() => expect(width()).toBe(ownWidth() - 16));
  await user.keyboard('{Home}');
  await waitFor(() => expect(width()).toBe(240));
  await user.keyboard('{End}');
  await waitFor(() => expect(width()).toBe(Math.floor(window.innerWidth / 2)));
  expect(line).toHaveAttribute('aria-valuemax', String(Math.floor(window.innerWidth / 2)));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(width()).toBe(ownWidth()));
});
