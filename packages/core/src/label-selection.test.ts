import { expect, test } from 'vitest';
import { byTitle, labelChanges, selectionSummary, toggleLabel, type SelectableLabel } from './label-selection.ts';

const label = (title: string, state: Partial<SelectableLabel> = {}): SelectableLabel => ({
  id: title,
  title,
  set: false,
  indeterminate: false,
  touched: false,
  ...state,
});
const setOf = (labels: readonly SelectableLabel[]) => labels.filter(({ set }) => set).map(({ title }) => title);

test('a press sets a label, clears a set one, sets an indeterminate one, and marks it touched', () => {
  const labels = [label('unset'), label('set', { set: true }), label('some', { indeterminate: true })];
  const after = ['unset', 'set', 'some'].reduce((now, id) => toggleLabel(now, id), labels);
  expect(after).toEqual([
    label('unset', { set: true, touched: true }),
    label('set', { touched: true }),
    label('some', { set: true, touched: true }),
  ]);
  expect(toggleLabel(labels, 'unset')[1]).toBe(labels[1]);
  expect(toggleLabel(labels, 'unknown')).toEqual(labels);
});

test('of one scope only the label set last stays, without being asked to', () => {
  const labels = [
    label('size::s', { set: true }),
    label('size::m'),
    label('Size::l', { indeterminate: true }),
    label('kind::bug', { set: true }),
    label('size', { set: true }),
  ];
  const after = toggleLabel(labels, 'size::m');
  expect(setOf(after)).toEqual(['size::m', 'kind::bug', 'size']);
  expect(after[0]).toMatchObject({ set: false, touched: true });
  expect(after[2]).toMatchObject({ set: false, indeterminate: false, touched: true });
  expect(after[3]).toMatchObject({ touched: false });
  // Clearing a label does not affect its scope.
  expect(setOf(toggleLabel(labels, 'size::s'))).toEqual(['kind::bug', 'size']);
});

test('where several of one scope are allowed, they stay together', () => {
  const labels = [label('size::s', { set: true }), label('size::m')];
  expect(setOf(toggleLabel(labels, 'size::m', true))).toEqual(['size::s', 'size::m']);
});

test("the button's text and the change to write", () => {
  expect(selectionSummary([label('a'), label('b', { indeterminate: true })])).toBeNull();
  expect(selectionSummary([label('a'), label('b', { set: true })])).toEqual({ title: 'b', others: 0 });
  expect(selectionSummary(['a', 'b', 'c'].map((title) => label(title, { set: true })))).toEqual({
    title: 'a',
    others: 2,
  });
  const labels = [label('a', { set: true, touched: true }), label('b', { touched: true }), label('c', { set: true })];
  expect(labelChanges(labels)).toEqual({ added: ['a'], removed: ['b'] });
  expect(byTitle([label('b'), label('A')]).map(({ title }) => title)).toEqual(['A', 'b']);
});
