import { fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dragCards } from './board-drag.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const finger = { pointerId: 1, isPrimary: true, button: 0, clientX: 20, clientY: 20, pointerType: 'touch' };

test('TM-BD-14: a finger lifts a card after 400 ms; a short swipe scrolls instead', () => {
  const log: string[] = [];
  const { container, getByText } = render(
    <div data-cell="" data-column="todo">
      <article data-card="1">Card</article>
      <button type="button">Fold</button>
    </div>,
  );
  const stop = dragCards(container, () => ({
    mayDrag: () => true,
    onLift: (id, { column }) => log.push(`lift ${id} from ${column}`),
    onTarget: () => undefined,
    onDrop: () => log.push('drop'),
    onCancel: () => log.push('cancel'),
  }));
  const card = getByText('Card');
  fireEvent.pointerDown(card, finger);
  fireEvent.pointerMove(card, { ...finger, clientY: 40 });
  vi.advanceTimersByTime(500);
  expect(log).toEqual([]);
  fireEvent.pointerDown(card, finger);
  vi.advanceTimersByTime(399);
  expect(log).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['lift 1 from todo']);
  fireEvent.pointerUp(card, finger);
  expect(log).toEqual(['lift 1 from todo', 'drop']);
  fireEvent.pointerDown(getByText('Fold'), finger);
  vi.advanceTimersByTime(500);
  expect(log).toHaveLength(2);
  stop();
});

test('TM-BD-14: a lifted card near an edge scrolls the board, faster the nearer, and not in the middle', () => {
  const { container, getByText } = render(
    <div data-cell="" data-column="todo">
      <article data-card="1">Card</article>
    </div>,
  );
  const scrollBy = vi.fn<(by: { left: number; top: number }) => void>();
  Object.assign(container, { scrollBy });
  container.getBoundingClientRect = () => new DOMRect(0, 0, 300, 600);
  const none = () => undefined;
  const stop = dragCards(container, () => ({
    mayDrag: () => true,
    onLift: none,
    onTarget: none,
    onDrop: none,
    onCancel: none,
  }));
  const card = getByText('Card');
  fireEvent.pointerDown(card, { ...finger, clientX: 150, clientY: 300 });
  vi.advanceTimersByTime(400);
  const scrolledAt = (clientX: number) => {
    scrollBy.mockClear();
    fireEvent.pointerMove(card, { ...finger, clientX, clientY: 300 });
    vi.advanceTimersByTime(32);
    return scrollBy.mock.calls[0]?.[0].left ?? 0;
  };
  expect(scrolledAt(150)).toBe(0);
  expect(scrolledAt(270)).toBeGreaterThan(0);
  expect(scrolledAt(298)).toBeGreaterThan(scrolledAt(260));
  expect(scrolledAt(5)).toBeLessThan(0);
  fireEvent.pointerUp(card, { ...finger, clientX: 5, clientY: 300 });
  stop();
});
