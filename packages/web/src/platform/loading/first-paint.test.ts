// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { forgetPicture, hasStyles, leavePicture, showPicture } from './first-paint.ts';

afterEach(() => {
  forgetPicture();
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

test('a picture stands until the page is there, which is told of it while both are', async () => {
  const { element, draw, leave } = drawn();
  leave.mockImplementation(() => expect(element.isConnected).toBe(true));
  await showPicture(draw);
  expect(element.isConnected).toBe(true);
  leavePicture();
  leavePicture();
  expect(element.isConnected).toBe(false);
  expect(leave).toHaveBeenCalledOnce();
});

test('where the page is there first, no picture is drawn any more', async () => {
  leavePicture();
  const { draw } = drawn();
  await showPicture(draw);
  expect(draw).not.toHaveBeenCalled();
});

test('where nobody looks, none is drawn', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { draw } = drawn();
  await showPicture(draw);
  expect(draw).not.toHaveBeenCalled();
  hidden.mockRestore();
});

test('a window of another size has it drawn anew, and only while it stands', async () => {
  const { draw } = drawn();
  await showPicture(draw);
  window.dispatchEvent(new Event('resize'));
  expect(draw).toHaveBeenCalledTimes(2);
  expect(document.querySelectorAll('p')).toHaveLength(1);
  leavePicture();
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
