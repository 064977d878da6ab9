import { createContext } from 'react';

/** How an editor of one field ends. */
export interface Editing {
  /** The button that opened it. */
  anchor: HTMLElement | null;
  close(): void;
  /** Closes and saves: an error is shown beside the value. */
  save(work: () => Promise<void>): void;
}

/** Set around a field of the sidebar that is edited in the cell of a list: it shows its editor alone, beside the cell. */
export const CellEditing = createContext<Editing | null>(null);
