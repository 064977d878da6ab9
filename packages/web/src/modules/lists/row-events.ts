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

export interface RowActions {
  /** Toggles a row; null where rows cannot be selected. */
  toggle: ((id: string, isRange: boolean) => void) | null;
  clear(): void;
  /** Opens the editor of a cell. */
  edit(id: string, cell: string): void;
  /** Shows an item beside the list. */
  openPeek(target: string): boolean;
}

/** The editable cell that a press is meant for. */
export function editedCell(target: EventTarget): { id: string; cell: string } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-edit], [data-edits]') : null;
  const { edit, edits } = element?.dataset ?? {};
  const [id, cell] = [idOf(target), edit ?? edits];
  return id === undefined || cell === undefined ? null : { id, cell };
}

/** The buttons of the editable cells, without those of columns that the list has no room for. */
export const cellsOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>('[data-edit]')].filter((cell) => {
    const column = cell.closest<HTMLElement>('[data-column]');
    return column ? column.offsetWidth > 0 : cell.offsetParent !== null;
  });

/**
 * Up and down, or k and j, move between rows, left and right between the title and the cells of a row. x toggles a row, with
 * Shift the range from the last one, and arrows with Shift extend the selection; F2 edits, o opens the item beside the list.
 */
export function walkRows(event: KeyboardEvent<HTMLElement>, { toggle, clear, edit, openPeek }: RowActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  const row = target instanceof Element ? target.closest('li') : null;
  const id = idOf(target);
  if (!(target instanceof HTMLElement) || !row || target.closest('[popover]')) return;
  const handled = (): void => event.preventDefault();
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
  const aside = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const link = row.querySelector<HTMLAnchorElement>('a');
  if (step !== undefined) {
    const rows = [...event.currentTarget.querySelectorAll(':scope > li')];
    const next = rows[rows.indexOf(row) + step];
    if (toggle && event.shiftKey) extend(row, next, toggle);
    const same = next?.querySelector<HTMLElement>(`[data-edit="${target.dataset['edit'] ?? ''}"]`);
    handled();
    (same ?? next?.querySelector<HTMLElement>('a'))?.focus();
  } else if (aside !== undefined) {
    const places = [...(link ? [link] : []), ...cellsOf(row)];
    handled();
    places[Math.max(0, places.indexOf(target)) + aside]?.focus();
  } else if (key === 'F2' && id !== undefined) {
    handled();
    edit(id, target.dataset['edit'] ?? 'title');
  } else if (key === 'o' && link && openPeek(link.href)) {
    handled();
  } else if (toggle && key.toLowerCase() === 'x' && id !== undefined) {
    handled();
    toggle(id, event.shiftKey);
  } else if (toggle && key === 'Escape') clear();
}

/** Selects both rows, where they are not. */
function extend(from: Element, to: Element | undefined, toggle: NonNullable<RowActions['toggle']>): void {
  for (const row of [from, to]) {
    const id = row && idOf(row);
    if (id !== undefined && row instanceof HTMLElement && row.dataset['chosen'] === undefined) toggle(id, false);
  }
}
