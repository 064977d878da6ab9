import type { FocusEvent } from 'react';

/** Whether the focus left the handler's element, and did not move within it or leave with the window. */
export function hasLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !currentTarget.contains(relatedTarget) && !currentTarget.contains(document.activeElement);
}

/** A ref for what disappears when one of its buttons is used: the focus then moves to the content of the page. */
export function passFocus(element: HTMLElement | null) {
  return (): void => {
    if (!element?.contains(document.activeElement)) return;
    setTimeout(() => {
      const isLost = document.activeElement === document.body;
      if (isLost) document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    });
  };
}
