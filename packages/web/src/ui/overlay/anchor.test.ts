import { expect, test } from 'vitest';
import { placeBeside } from './anchor.ts';

const screen = { width: 1000, height: 800 };
const surface = { width: 300, height: 200 };
const below = { side: 'below', align: 'start', gap: 8 } as const;

test('a surface stands below its anchor, at its start', () => {
  expect(placeBeside({ left: 100, top: 100, width: 80, height: 30 }, surface, screen, below)).toEqual({
    left: 100,
    top: 138,
  });
});

test('it goes to the other side where there is no room', () => {
  expect(placeBeside({ left: 100, top: 700, width: 80, height: 30 }, surface, screen, below).top).toBe(492);
  expect(
    placeBeside({ left: 100, top: 20, width: 80, height: 30 }, surface, screen, { ...below, side: 'above' }).top,
  ).toBe(58);
  expect(
    placeBeside({ left: 800, top: 300, width: 80, height: 30 }, surface, screen, { ...below, side: 'right' }).left,
  ).toBe(492);
});

test('it never leaves the screen', () => {
  expect(placeBeside({ left: 960, top: 100, width: 30, height: 30 }, surface, screen, below).left).toBe(692);
  expect(
    placeBeside({ left: 0, top: 100, width: 30, height: 30 }, surface, screen, { ...below, align: 'end' }).left,
  ).toBe(8);
});

test('its middle or its end can meet the anchor', () => {
  const anchor = { left: 500, top: 100, width: 100, height: 30 };
  expect(placeBeside(anchor, surface, screen, { ...below, align: 'center' }).left).toBe(400);
  expect(placeBeside(anchor, surface, screen, { ...below, align: 'end' }).left).toBe(300);
});
