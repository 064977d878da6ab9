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

test('a first paint stays until the page is rendered, which is notified while both exist', async () => {
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

test('in a hidden tab none is drawn', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { draw } = drawn();
  await showFirstPaint(draw);
  expect(draw).not.toHaveBeenCalled();
  hidden.mockRestore();
});

test('resizing the window repaints it, but only while it is shown', async () => {
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
