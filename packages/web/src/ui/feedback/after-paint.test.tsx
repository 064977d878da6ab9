import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { useAfterPaint } from './after-paint.ts';

function Painted() {
  return useAfterPaint() ? 'whole' : 'first';
}

afterEach(() => vi.restoreAllMocks());

test('what can wait comes with the second frame, and not with the first', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  const { container } = render(<Painted />);
  expect(container.textContent).toBe('first');
  await act(() => Promise.resolve(frames.shift()?.(0)));
  expect(container.textContent).toBe('first');
  await act(() => Promise.resolve(frames.shift()?.(16)));
  expect(container.textContent).toBe('whole');
});

test('a tab in the background waits for no frame', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { container } = render(<Painted />);
  expect(container.textContent).toBe('whole');
});
