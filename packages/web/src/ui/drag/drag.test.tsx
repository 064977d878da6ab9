import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DragHandlers, listenForDrags, type Press } from './drag.ts';
import { swallowClick } from './swallow-click.ts';

const at = { pointerId: 1, isPrimary: true, button: 0, clientX: 100, clientY: 100, pointerType: 'mouse' };
const finger = { ...at, pointerType: 'touch' };
let stop = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A link in a list whose drags are written down, and how often it was clicked. */
function list(handlers: Partial<DragHandlers> = {}) {
  const log: string[] = [];
  const clicked = vi.fn<(event: { preventDefault(): void }) => void>((event) => event.preventDefault());
  const { getByRole } = render(
    <ul>
      <a href="/epic" onClick={clicked}>
        Epic
      </a>
    </ul>,
  );
  const note = (what: string, { x, y }: Press): void => void log.push(`${what} ${x},${y}`);
  stop = listenForDrags(getByRole('list'), () => ({
    onStart: (press) => note('start', press),
    onMove: (press) => note('move', press),
    onDrop: (press) => note('drop', press),
    onCancel: (press, wasDragging) => note(wasDragging ? 'cancel' : 'no drag', press),
    ...handlers,
  }));
  return { link: getByRole('link'), log, clicked };
}

const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
/** Releases the button as a browser does, with the click right behind. */
const release = (link: HTMLElement): void => {
  fireEvent.pointerUp(link, at);
  fireEvent.click(link);
};

test('a press that moves less than 4 px is a click', () => {
  const { link, log, clicked } = list();
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, clientX: 103 });
  release(link);
  expect(log).toEqual(['no drag 103,100']);
  expect(clicked).toHaveBeenCalledTimes(1);
});

test('a press that moves 4 px is a drag, and its click reaches nothing; the next click does', () => {
  const { link, log, clicked } = list();
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, clientY: 104 });
  fireEvent.pointerMove(link, { ...at, clientY: 120 });
  release(link);
  expect(log).toEqual(['start 100,104', 'move 100,104', 'move 100,120', 'drop 100,120']);
  expect(clicked).not.toHaveBeenCalled();
  fireEvent.click(link);
  expect(clicked).toHaveBeenCalledTimes(1);
});

test('a drop without a click leaves the next click alone', () => {
  const { link, clicked } = list();
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, clientX: 150 });
  fireEvent.pointerUp(link, at);
  wait(50);
  fireEvent.click(link);
  expect(clicked).toHaveBeenCalledTimes(1);
});

test('only movement along its axis starts a drag that has one', () => {
  const { link, log } = list({ axis: 'x' });
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, clientY: 200 });
  expect(log).toEqual([]);
  fireEvent.pointerMove(link, { ...at, clientX: 104, clientY: 200 });
  expect(log).toEqual(['start 104,200', 'move 104,200']);
});

test('Escape cancels a drag, and the click at the end of its press reaches nothing', () => {
  const { link, log, clicked } = list();
  fireEvent.pointerDown(link, at);
  fireEvent.keyDown(link, { key: 'Escape' });
  fireEvent.pointerMove(link, { ...at, clientX: 150 });
  expect(fireEvent.keyDown(link, { key: 'Escape' })).toBe(false);
  fireEvent.pointerMove(link, { ...at, clientX: 200 });
  wait(1000);
  release(link);
  expect(log).toEqual(['start 150,100', 'move 150,100', 'cancel 150,100']);
  expect(clicked).not.toHaveBeenCalled();
});

test('a press whose end is never seen keeps no click of the next one', () => {
  const { link, clicked } = list();
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, clientX: 150 });
  fireEvent.keyDown(link, { key: 'Escape' });
  fireEvent.pointerDown(link, at);
  release(link);
  expect(clicked).toHaveBeenCalledTimes(1);
});

test('a pointer that the browser cancels ends the drag, and the next click arrives', () => {
  const { link, log, clicked } = list();
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, clientX: 150 });
  fireEvent.pointerCancel(link, at);
  expect(log.at(-1)).toBe('cancel 150,100');
  fireEvent.click(link);
  expect(clicked).toHaveBeenCalledTimes(1);
});

test('LM-RM-07: a finger that rests 100 ms drags, and neither scrolls nor opens a menu', () => {
  const { link, log } = list();
  fireEvent.pointerDown(link, finger);
  expect(fireEvent.touchMove(link)).toBe(true);
  fireEvent.pointerMove(link, { ...finger, clientX: 108 });
  wait(99);
  expect(log).toEqual([]);
  wait(1);
  expect(log).toEqual(['start 108,100']);
  expect(fireEvent.touchMove(link)).toBe(false);
  expect(fireEvent.contextMenu(link)).toBe(false);
  fireEvent.pointerUp(link, finger);
  expect(log.at(-1)).toBe('drop 108,100');
  expect(fireEvent.touchMove(link)).toBe(true);
  expect(fireEvent.contextMenu(link)).toBe(true);
});

test('a finger that moves more than 8 px before the long press scrolls', () => {
  const { link, log } = list();
  fireEvent.pointerDown(link, finger);
  fireEvent.pointerMove(link, { ...finger, clientY: 109 });
  wait(1000);
  expect(log).toEqual(['no drag 100,109']);
  expect(fireEvent.touchMove(link)).toBe(true);
});

test('a drag that starts immediately needs no movement and no delay', () => {
  const { link, log } = list({ startsAtOnce: true });
  fireEvent.pointerDown(link, finger);
  expect(log).toEqual(['start 100,100']);
});

test('other buttons, other fingers, other pointers and modifier keys drag nothing', () => {
  const { link, log } = list({ startsAtOnce: true });
  for (const other of [{ button: 2 }, { isPrimary: false }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) {
    fireEvent.pointerDown(link, { ...at, ...other });
  }
  expect(log).toEqual([]);
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, pointerId: 2, clientX: 300 });
  fireEvent.pointerUp(link, { ...at, pointerId: 2 });
  expect(log).toEqual(['start 100,100']);
});

test('a frame that scrolls moves the drag on, until the drag ends', () => {
  let isScrolling = true;
  const { link, log } = list({ onFrame: () => isScrolling });
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, clientX: 150 });
  expect(log).toHaveLength(2);
  wait(17);
  expect(log).toHaveLength(3);
  isScrolling = false;
  wait(17);
  expect(log).toHaveLength(3);
  isScrolling = true;
  fireEvent.pointerUp(link, at);
  wait(100);
  expect(log.filter((each) => each.startsWith('move'))).toHaveLength(2);
});

test('text is not selected and links are not dragged by the browser while something is pressed', () => {
  const { link } = list();
  expect(fireEvent.dragStart(link)).toBe(true);
  fireEvent.pointerDown(link, at);
  expect(fireEvent.dragStart(link)).toBe(false);
  expect(fireEvent(link, new Event('selectstart', { bubbles: true, cancelable: true }))).toBe(false);
});

test('who stops listening cancels the drag under way', () => {
  const { link, log } = list();
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, clientX: 150 });
  stop();
  expect(log.at(-1)).toBe('cancel 150,100');
  fireEvent.pointerUp(link, at);
  fireEvent.pointerDown(link, at);
  fireEvent.pointerMove(link, { ...at, clientX: 200 });
  expect(log).toHaveLength(3);
});

test('the click of a press right after a drag reaches its target', () => {
  const button = document.createElement('button');
  document.body.append(button);
  const clicked = vi.fn<() => void>();
  button.addEventListener('click', clicked);
  swallowClick(false);
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  button.click();
  expect(clicked).toHaveBeenCalledTimes(1);
  button.remove();
});
