// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { forgetFirstPaint, hasStyles, endFirstPaint, showFirstPaint } from './first-paint.ts';

afterEach(() => {
  forgetFirstPaint();
  document.head.replaceChildren();
});

function drawn(leave = vi.fn()) {
  const element = document.createElement('p');
  const draw = vi.fn(() => {
    document.body.append(element);
    return { element, leave };
  });
  return { element, draw, leave };
}

test('a firstPaint stands until the page is there, which is told of it while both are', async () => {
  const { element, draw, leave } = drawn();
  leave.mockImplementation(() => expect(element.isConnected).toBe(true));
  await showFirstPaint(draw);
  expect(element.isConnected).toBe(true);
  endFirstPaint();
  endFirstPaint();
  expect(element.isConnected).toBe(false);
  expect(leave).toHaveBeenCalledOnce();
});

test('where the page is there first, no firstPaint is drawn any more', async () => {
  endFirstPaint();
  const { draw } = drawn();
  await showFirstPaint(draw);
  expect(draw).not.toHaveBeenCalled();
});

test('where nobody looks, none is drawn', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { draw } = drawn();
  await showFirstPaint(draw);
  expect(draw).not.toHaveBeenCalled();
  hidden.mockRestore();
});

test('a window of another size has it drawn anew, and only while it stands', async () => {
  const { draw } = drawn();
  await showFirstPaint(draw);
  window.dispatchEvent(new Event('resize'));
  expect(draw).toHaveBeenCalledTimes(2);
  expect(document.querySelectorAll('p')).toHaveLength(1);
  endFirstPaint();
  window.dispatchEvent(new Event('resize'));
  expect(draw).toHaveBeenCalledTimes(2);
});

test('a stylesheet that comes is waited for, and one that fails leaves nothing to draw with', async () => {
  await expect(hasStyles()).resolves.toBe(true);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  document.head.append(link);
  const failed = hasStyles();
  link.dispatchEvent(new Event('error'));
  await expect(failed).resolves.toBe(false);
  const come = hasStyles();
  Object.defineProperty(link, 'sheet', { value: {} });
  link.dispatchEvent(new Event('load'));
  await expect(come).resolves.toBe(true);
});
