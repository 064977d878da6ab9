import type { KeyboardEvent, MouseEvent } from 'react';

/** The row that contains an element. */
const idOf = (element: EventTarget): string | undefined =>
  element instanceof Element ? element.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;

/** A click on the checkbox of a row toggles it; with Shift, the range from the last one. */
export function clickRow(event: MouseEvent, toggle: (id: string, isRange: boolean) => void): void {
  const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
  const id = idOf(event.target);
  if (isBox && id !== undefined) toggle(id, event.shiftKey);
}

/** Arrows, or j and k, move between titles; o opens the side peek; x toggles a row, with Shift the range from the last one. */
export function walkRows(
  event: KeyboardEvent<HTMLElement>,
  toggle: ((id: string, isRange: boolean) => void) | null,
  clear: () => void,
  openPeek: (target: string) => boolean,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  const row = event.target instanceof Element ? event.target.closest('li') : null;
  if (step !== undefined && row) {
    const rows = [...event.currentTarget.querySelectorAll(':scope > li')];
    const next = rows[rows.indexOf(row) + step];
    event.preventDefault();
    next?.querySelector<HTMLElement>('a')?.focus();
    return;
  }
  if (event.key === 'o' && row && openPeek(row.querySelector('a')?.href ?? '')) {
    event.preventDefault();
    return;
  }
  if (!toggle) return;
  const id = idOf(event.target);
  if (event.key.toLowerCase() === 'x' && id !== undefined) {
    event.preventDefault();
    toggle(id, event.shiftKey);
  } else if (event.key === 'Escape') clear();
}
