import { useCallback, useEffect, useRef, useState } from 'react';

export interface Selection {
  /** Ids of the selected rows; including other pages after "select all". */
  ids: ReadonlySet<string>;
  /** Whether the checkboxes are shown although none is checked. */
  isSelecting: boolean;
  setSelecting(isSelecting: boolean): void;
  /** Toggles a row; with `isRange` the rows since the last toggled one get the same state. */
  toggle(id: string, isRange: boolean): void;
  select(ids: readonly string[]): void;
  clear(): void;
}

const none: ReadonlySet<string> = new Set();

/**
 * The selected rows of a list. `shown`: the ids on the page, in order. `key`: identifies the list; another list starts without
 * a selection.
 */
export function useSelection(shown: readonly string[], key: string): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(none);
  const [isSelecting, setSelecting] = useState(false);
  const [of, setOf] = useState(key);
  const last = useRef<string | null>(null);
  const rows = useRef(shown);
  useEffect(() => {
    rows.current = shown;
  });
  if (of !== key) {
    setOf(key);
    setIds(none);
  }
  const toggle = useCallback((id: string, isRange: boolean) => {
    const from = last.current;
    last.current = id;
    setIds((now) => {
      const next = new Set(now);
      const isOn = !now.has(id);
      for (const each of isRange && from !== null ? rangeOf(rows.current, from, id) : [id]) {
        if (isOn) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  }, []);
  const select = useCallback((chosen: readonly string[]) => setIds(new Set(chosen)), []);
  const clear = useCallback(() => {
    last.current = null;
    setIds(none);
    setSelecting(false);
  }, []);
  return { ids, isSelecting: isSelecting || ids.size > 0, setSelecting, toggle, select, clear };
}

/** The ids between two, both included; only the second if the first is not listed. */
export function rangeOf(ids: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)];
  if (start === -1 || end === -1) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
