import { useCallback, useEffect, useRef, useState } from 'react';

export interface Selection {
  /** Ids of the selected rows, including those of other pages. */
  ids: ReadonlySet<string>;
  /** All items that match the filters are selected, whatever page they are on; then `ids` are the rows of this page. */
  hasAll: boolean;
  /** Whether the checkboxes are shown although none is checked. */
  isSelecting: boolean;
  setSelecting(isSelecting: boolean): void;
  /** Toggles a row; with `isRange` the rows since the last toggled one get the same state. */
  toggle(id: string, isRange: boolean): void;
  select(ids: readonly string[]): void;
  selectAll(): void;
  clear(): void;
}

const nothing: { ids: ReadonlySet<string>; hasAll: boolean } = { ids: new Set(), hasAll: false };

/**
 * The selected rows of a list. `shown`: the ids on the page, in order. `key`: identifies the list; another list starts without
 * a selection.
 */
export function useSelection(shown: readonly string[], key: string): Selection {
  const [chosen, setChosen] = useState(nothing);
  const [isSelecting, setSelecting] = useState(false);
  const [of, setOf] = useState(key);
  const last = useRef<string | null>(null);
  const rows = useRef(shown);
  useEffect(() => {
    rows.current = shown;
  });
  if (of !== key) {
    setOf(key);
    setChosen(nothing);
  }
  const toggle = useCallback((id: string, isRange: boolean) => {
    const from = last.current;
    last.current = id;
    setChosen(({ ids: now, hasAll }) => {
      // Without one of all that match, the rows of the page stay selected.
      const next = new Set(hasAll ? rows.current : now);
      const isOn = !next.has(id);
      for (const each of isRange && from !== null ? rangeOf(rows.current, from, id) : [id]) {
        if (isOn) next.add(each);
        else next.delete(each);
      }
      return { ids: next, hasAll: false };
    });
  }, []);
  const select = useCallback((ids: readonly string[]) => setChosen({ ids: new Set(ids), hasAll: false }), []);
  const selectAll = useCallback(() => setChosen({ ids: new Set(rows.current), hasAll: true }), []);
  const clear = useCallback(() => {
    last.current = null;
    setChosen(nothing);
    setSelecting(false);
  }, []);
  const { hasAll } = chosen;
  const ids = hasAll ? new Set(shown) : chosen.ids;
  return {
    ids,
    hasAll,
    isSelecting: isSelecting || hasAll || ids.size > 0,
    setSelecting,
    toggle,
    select,
    selectAll,
    clear,
  };
}

/** The ids between two, both included; only the second if the first is not listed. */
export function rangeOf(ids: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)];
  if (start === -1 || end === -1) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
