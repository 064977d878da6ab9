import { scopeOf } from './labels.ts';

/** A label in a selector, which may speak of one item or of many. */
export interface SelectableLabel {
  id: string;
  title: string;
  /** On every item. */
  set: boolean;
  /** On some of them only. */
  indeterminate: boolean;
  /** Whether it was toggled here, or let go of because another was. */
  touched: boolean;
}

/**
 * The labels after one of them was pressed: what was set is cleared, anything else is set. Of one scope only the label pressed
 * last stays, unless several are allowed.
 */
export function toggleLabel<Label extends SelectableLabel>(
  labels: readonly Label[],
  id: string,
  allowMultipleScopedLabels = false,
): Label[] {
  const pressed = labels.find((label) => label.id === id);
  if (!pressed) return [...labels];
  const isSet = pressed.indeterminate || !pressed.set;
  const scope = isSet && !allowMultipleScopedLabels ? scopeOf(pressed.title) : null;
  return labels.map((label) => {
    if (label.id === id) return { ...label, set: isSet, indeterminate: false, touched: true };
    const isRival = scope !== null && (label.set || label.indeterminate) && scopeOf(label.title) === scope;
    return isRival ? { ...label, set: false, indeterminate: false, touched: true } : label;
  });
}

/** What stands on the button of a selector: the first title, and how many others there are; null where nothing is set. */
export function selectionSummary(labels: readonly SelectableLabel[]): { title: string; others: number } | null {
  const [first, ...others] = labels.filter((label) => label.set);
  return first ? { title: first.title, others: others.length } : null;
}

/** What is to be written: the labels to add to every item, and those to take from every item. */
export function labelChanges(labels: readonly SelectableLabel[]): { added: string[]; removed: string[] } {
  const touched = labels.filter((label) => label.touched);
  return {
    added: touched.filter((label) => label.set).map((label) => label.id),
    removed: touched.filter((label) => !label.set).map((label) => label.id),
  };
}

/** By title, whatever the case: the order of every list of labels. */
export function byTitle<Label extends { readonly title: string }>(labels: readonly Label[]): Label[] {
  return labels.toSorted((one, other) => one.title.localeCompare(other.title, undefined, { sensitivity: 'base' }));
}
