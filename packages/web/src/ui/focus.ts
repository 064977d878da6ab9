import type { FocusEvent } from 'react';

/** Whether the focus left the handler's element, and did not move within it or leave with the window. */
export function hasLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !currentTarget.contains(relatedTarget) && !currentTarget.contains(document.activeElement);
}
