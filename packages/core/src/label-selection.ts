import { scopeOf } from './labels.ts';

/** A label in a selector for one or several items. */
export interface SelectableLabel {
  id: string;
  title: string;
  /** Set on every item. */
  set: boolean;
  /** Set on some items only. */
  indeterminate: boolean;
  /** Whether it was toggled here, or cleared because another label of its scope was set. */
  touched: boolean;
}

/**
 * Toggles a label: a set label is cleared, any other is set. Of one scope only the last label stays, unless several are
 * allowed.
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

/** The text of a selector's button: the first title and the number of others; null if no label is set. */
export function selectionSummary(labels: readonly SelectableLabel[]): { title: string; others: number } | null {
  const [first, ...others] = labels.filter((label) => label.set);
  return first ? { title: first.title, others: others.length } : null;
}

/** The change to write: the labels to add to every item, and those to remove from every item. */
export function labelChanges(labels: readonly SelectableLabel[]): { added: string[]; removed: string[] } {
  const touched = labels.filter((label) => label.touched);
  return {
    added: touched.filter((label) => label.set).map((label) => label.id),
    removed: touched.filter((label) => !label.set).map((label) => label.id),
  };
}

/** By title, ignoring case: the order of every list of labels. */
export function byTitle<Label extends { readonly title: string }>(labels: readonly Label[]): Label[] {
  return labels.toSorted((one, other) => one.title.localeCompare(other.title, undefined, { sensitivity: 'base' }));
}
