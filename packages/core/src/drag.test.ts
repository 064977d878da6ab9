import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DRAG_DELAY_MS, edgeScroll, MAX_SCROLL_SPEED, SCROLL_SENSITIVITY } from './drag.ts';

describe('scrolling at the edge', () => {
  test('dragging waits 100 ms on touch and not at all otherwise', () => {
    expect(DRAG_DELAY_MS).toEqual({ touch: 100, other: 0 });
  });

  test('begins 60 px from the edge on touch and 100 px otherwise', () => {
    expect(SCROLL_SENSITIVITY).toEqual({ touch: 60, other: 100 });
    expect([100, 99, 900, 901].map((x) => Math.sign(edgeScroll(x, 0, 1000, 'other')))).toEqual([0, -1, 0, 1]);
    expect([60, 59, 940, 941].map((x) => Math.sign(edgeScroll(x, 0, 1000, 'touch')))).toEqual([0, -1, 0, 1]);
  });

  test('goes at 20 px a frame at the edge and beyond it, and never faster', () => {
    expect(MAX_SCROLL_SPEED).toBe(20);
    expect([edgeScroll(0, 0, 1000, 'other'), edgeScroll(-500, 0, 1000, 'other')]).toEqual([-20, -20]);
    expect([edgeScroll(1000, 0, 1000, 'other'), edgeScroll(5000, 0, 1000, 'other')]).toEqual([20, 20]);
    fc.assert(
      fc.property(fc.integer({ min: -2000, max: 3000 }), fc.constantFrom('touch', 'other'), (x, kind) => {
        expect(Math.abs(edgeScroll(x, 0, 1000, kind))).toBeLessThanOrEqual(20);
      }),
    );
  });
});
