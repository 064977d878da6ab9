import { expect, test } from 'vitest';
import { Steps, type Step } from './steps.ts';

function journal() {
  const steps = new Steps();
  const undone: string[] = [];
  const step = (name: string): Step => ({
    kind: 'viewport',
    viewport: { range: 'CURRENT_QUARTER', custom: null, layout: 'WEEKS', seen: null },
    undo: () => undone.push(name),
  });
  const move = (name: string): Step => ({ kind: 'move', undo: () => undone.push(name) });
  return { steps, undone, step, move };
}

test('the last step is undone first, of whatever kind', () => {
  const { steps, undone, step, move } = journal();
  steps.push(step('zoom'));
  steps.push(move('bar'));
  steps.push(step('fit'));
  expect([steps.undo(), steps.undo(), steps.undo(), steps.undo()]).toEqual([true, true, true, false]);
  expect(undone).toEqual(['fit', 'bar', 'zoom']);
});

test('of moves only the last is undone; the button undoes views only', () => {
  const { steps, undone, step, move } = journal();
  steps.push(move('first bar'));
  steps.push(step('zoom'));
  steps.push(move('second bar'));
  expect(steps.undo('viewport')).toBe(true);
  expect(steps.undo()).toBe(true);
  expect(steps.undo()).toBe(false);
  expect(undone).toEqual(['zoom', 'second bar']);
});

test('cleared steps are not undone, and subscribers are notified', () => {
  const { steps, undone, step, move } = journal();
  let notified = 0;
  const stop = steps.subscribe(() => (notified += 1));
  steps.push(step('zoom'));
  steps.push(move('bar'));
  expect(steps.lastViewport()).not.toBeNull();
  steps.drop('viewport');
  expect(steps.lastViewport()).toBeNull();
  stop();
  steps.undo();
  expect([notified, undone]).toEqual([3, ['bar']]);
});
