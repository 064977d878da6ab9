import { expect, test } from 'vitest';
import { Steps, type Step } from './steps.ts';

function journal() {
  const steps = new Steps();
  const undone: string[] = [];
  const sight = (name: string): Step => ({
    kind: 'sight',
    sight: { range: 'CURRENT_QUARTER', custom: null, layout: 'WEEKS', seen: null },
    undo: () => undone.push(name),
  });
  const move = (name: string): Step => ({ kind: 'move', undo: () => undone.push(name) });
  return { steps, undone, sight, move };
}

test('the last step is taken back first, whatever it was', () => {
  const { steps, undone, sight, move } = journal();
  steps.push(sight('zoom'));
  steps.push(move('bar'));
  steps.push(sight('fit'));
  expect([steps.undo(), steps.undo(), steps.undo(), steps.undo()]).toEqual([true, true, true, false]);
  expect(undone).toEqual(['fit', 'bar', 'zoom']);
});

test('of moves only the last is taken back; the button takes back views alone', () => {
  const { steps, undone, sight, move } = journal();
  steps.push(move('first bar'));
  steps.push(sight('zoom'));
  steps.push(move('second bar'));
  expect(steps.undo('sight')).toBe(true);
  expect(steps.undo()).toBe(true);
  expect(steps.undo()).toBe(false);
  expect(undone).toEqual(['zoom', 'second bar']);
});

test('what was forgotten is not taken back, and whoever listens hears of it', () => {
  const { steps, undone, sight, move } = journal();
  let heard = 0;
  const stop = steps.subscribe(() => (heard += 1));
  steps.push(sight('zoom'));
  steps.push(move('bar'));
  expect(steps.lastViewport()).not.toBeNull();
  steps.drop('sight');
  expect(steps.lastViewport()).toBeNull();
  stop();
  steps.undo();
  expect([heard, undone]).toEqual([3, ['bar']]);
});
