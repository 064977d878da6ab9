import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The matching descendants that are rendered: hidden elements cannot be focused. */
export function shownAmong(parent: ParentNode, selector: string): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>(selector)].filter((element) => element.getClientRects().length > 0);
}

/**
 * Moves the focus among the elements that match `selector` inside the handler's element: arrows (of `axis`) step and wrap, Home
 * and End go to the ends. Returns the newly focused element; null for other keys.
 */
export function roveByKey(
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  axis: 'vertical' | 'horizontal' | 'both',
): HTMLElement | null {
  const items = shownAmong(event.currentTarget, selector);
  const index = items.indexOf(document.activeElement as HTMLElement);
  const next = items[nextIndex(event.key, axis, index, items.length)];
  if (!next) return null;
  event.preventDefault();
  next.focus();
  return next;
}

function nextIndex(key: string, axis: 'vertical' | 'horizontal' | 'both', index: number, count: number): number {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  const isVertical = key === 'ArrowDown' || key === 'ArrowUp';
  if (
    step === undefined ||
    count === 0 ||
    (axis === 'vertical' && !isVertical) ||
    (axis === 'horizontal' && isVertical)
  )
    return -1;
  if (index === -1) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}
