import type { FocusEvent } from 'react';

/** Whether the focus went out of the handler's element, and not to another part of it or along with the whole window. */
export function hasLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !currentTarget.contains(relatedTarget) && !currentTarget.contains(document.activeElement);
}
