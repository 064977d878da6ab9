import { expect, test } from 'vitest';
import { GestureSteps, WheelSteps } from './gesture-steps.ts';

test('RX-LY-04: the wheel is one step for each 120 units, and one in 150 ms', () => {
  const wheel = new WheelSteps();
  expect([wheel.turn(-60, 0), wheel.turn(-60, 10), wheel.turn(-120, 20), wheel.turn(-1, 161)]).toEqual([
    null,
    'in',
    null,
    'in',
  ]);
  // A turn back begins anew.
  expect([wheel.turn(-100, 400), wheel.turn(100, 410), wheel.turn(20, 420)]).toEqual([null, null, 'out']);
});

test('RX-LY-04: two fingers zoom by half of their distance, and begin anew when one is lifted', () => {
  const fingers = new GestureSteps();
  expect([fingers.spread(100, 0), fingers.spread(149, 10), fingers.spread(150, 20)]).toEqual([null, null, 'in']);
  expect([fingers.spread(225, 100), fingers.spread(225, 170), fingers.spread(149, 400)]).toEqual([null, 'in', 'out']);
  fingers.end();
  expect(fingers.spread(300, 800)).toBeNull();
});
