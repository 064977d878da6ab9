import type { ListRow } from '../data/rows.ts';
import { hrefOfRow } from '../data/issue-rows.ts';

/** The actions of keys on a row of the roadmap; those of the chart are in ChartKeys.ts. */
export type KeyAction =
  | { do: 'focusRow'; index: number }
  | { do: 'toggle'; index: number }
  | { do: 'enterRow'; index: number }
  | { do: 'leaveRow'; index: number }
  | { do: 'stepInRow'; index: number; step: 1 | -1 }
  | { do: 'open'; index: number }
  | { do: 'peek'; index: number }
  | { do: 'showBlockers'; index: number };

export interface KeyPress {
  key: string;
  hasModifier: boolean;
  /** Ctrl or Cmd alone is held. */
  opensPage?: boolean;
  /** The row that has the focus. */
  index: number;
  /** The focus is on an element inside the row: null on the row itself. */
  inside: { isFirst: boolean; isLast: boolean } | null;
  /** Rows that fit the view: the distance of a page key. */
  pageSize: number;
}

/** The action of a key on a row of the tree grid; null for other keys. */
export function keyAction(rows: readonly ListRow[], press: KeyPress): KeyAction | null {
  const { key, index, inside, pageSize } = press;
  if (press.opensPage && key === 'Enter' && !inside) return { do: 'open', index };
  if (press.hasModifier) return null;
  const last = rows.length - 1;
  const to = (next: number): KeyAction => ({ do: 'focusRow', index: Math.max(0, Math.min(last, next)) });
  switch (key) {
    case 'ArrowDown':
      return to(index + 1);
    case 'ArrowUp':
      return to(index - 1);
    case 'PageDown':
      return to(index + Math.max(1, pageSize));
    case 'PageUp':
      return to(index - Math.max(1, pageSize));
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'ArrowRight':
      return right(rows, press);
    case 'ArrowLeft':
      return left(rows, press);
    case ' ':
      // On the header of a lane, as on a button.
      return !inside && rows[index]?.epic === null ? { do: 'toggle', index } : null;
    case 'Enter':
      // Inside a row Enter belongs to the link or button.
      if (inside) return null;
      return hrefOfRow(rows[index]) ? { do: 'peek', index } : { do: 'toggle', index };
    case 'o':
      return { do: 'peek', index };
    case 'b':
      return (rows[index]?.epic?.blockedBy ?? 0) > 0 ? { do: 'showBlockers', index } : null;
    default:
      return null;
  }
}

function right(rows: readonly ListRow[], { index, inside }: KeyPress): KeyAction | null {
  if (inside) return inside.isLast ? null : { do: 'stepInRow', index, step: 1 };
  return rows[index]?.expansion === 'collapsed' ? { do: 'toggle', index } : { do: 'enterRow', index };
}

function left(rows: readonly ListRow[], { index, inside }: KeyPress): KeyAction | null {
  if (inside) return inside.isFirst ? { do: 'leaveRow', index } : { do: 'stepInRow', index, step: -1 };
  const row = rows[index];
  if (!row) return null;
  if (row.expansion !== 'none' && row.expansion !== 'collapsed') return { do: 'toggle', index };
  return row.parentIndex === -1 ? null : { do: 'focusRow', index: row.parentIndex };
}
