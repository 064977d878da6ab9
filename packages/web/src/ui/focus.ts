import type { FocusEvent } from 'react';

/** Whether the focus left the handler's element, and did not move within it or leave with the window. */
export function hasLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !currentTarget.contains(relatedTarget) && !currentTarget.contains(document.activeElement);
}

/**
 * A ref for an element that is removed when one of its buttons is used, such as "Clear filters" of an empty list: the focus then moves
 * to the content of the page. Rows of lists need no ref: `restoreLostFocus` finds their neighbors.
 */
export function focusContentOnRemoval(element: HTMLElement | null) {
  return (): void => {
    if (!element?.contains(document.activeElement)) return;
    setTimeout(() => {
      const isLost = document.activeElement === document.body;
      if (isLost) document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    });
  };
}
