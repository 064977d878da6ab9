import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { CellName, CellValues, EditableItem } from './editable.ts';
import { withPinned, type Pin } from './pinned.ts';
import type { CellConflict, CellList, CellSource } from './save-cell.ts';

export interface OpenCell {
  cell: CellName;
  /** The item as it was when the editor opened. */
  item: EditableItem;
}

/** Only needed once a cell was edited. */
const saving = () => import('./save-cell.ts');

/** Cells that are edited in a list. `key` identifies what the list shows: another list begins anew. */
export function useCells<Item>(source: CellSource<Item>, items: readonly Item[], key: string) {
  const intl = useIntl();
  const client = useQueryClient();
  const [open, setOpen] = useState<OpenCell | null>(null);
  const [pins, setPins] = useState<ReadonlyMap<string, Pin<Item>>>(new Map());
  const [conflict, setConflict] = useState<CellConflict | null>(null);
  const [of, setOf] = useState(key);
  if (of !== key) {
    setOf(key);
    setOpen(null);
    setPins(new Map());
  }
  const { read, patch } = source;
  const rows = useMemo(() => withPinned(items, pins, (item) => read(item).id), [items, pins, read]);

  const pin = useCallback((id: string, change: (now: Pin<Item>) => Pin<Item>): void => {
    setPins((now) => {
      const found = now.get(id);
      return found ? new Map(now).set(id, change(found)) : now;
    });
  }, []);
  /** Edits that wait for the saves before them. */
  const waiting = useRef<{ id: string; values: Partial<CellValues> }[]>([]);
  const lastSave = useRef<Promise<void>>(Promise.resolve());
  /** Shows an item in its row, in each cached page, with the edits that wait. */
  const show = useCallback(
    (id: string, item: Item): void => {
      const next = waiting.current.reduce((now, edit) => (edit.id === id ? patch(now, edit.values) : now), item);
      pin(id, (now) => ({ ...now, item: next }));
      client.setQueriesData<{ items: readonly Item[] }>(
        { queryKey: source.queryKey, predicate: ({ state }) => isPage(state.data) },
        (page) => page && { ...page, items: page.items.map((each) => (read(each).id === id ? next : each)) },
      );
    },
    [client, patch, pin, read, source.queryKey],
  );
  const list: CellList<Item> = { source, intl, show, pin, ask: setConflict };
  return {
    rows,
    open,
    conflict,
    begin(id: string, cell: CellName): void {
      const index = rows.findIndex(({ item }) => read(item).id === id);
      const row = rows[index];
      if (!row || !read(row.item).mayEdit(cell)) return;
      setPins((now) =>
        now.has(id) ? now : new Map(now).set(id, { index, item: row.item, isEdited: false, undo: null }),
      );
      setOpen({ cell, item: read(row.item) });
    },
    /** Closes without saving. A row that was not changed may move again. */
    close(): void {
      setOpen(null);
      setPins((now) => new Map([...now].filter(([, { isEdited }]) => isEdited)));
    },
    /**
     * Closes that cell, unless another one is open by now, and shows its value at once. Saves run one after another: each compares
     * with what the one before it wrote.
     */
    save(opened: OpenCell, values: Partial<CellValues>): void {
      const { id } = opened.item;
      pin(id, (now) => ({ ...now, isEdited: true }));
      setOpen((now) => (now === opened ? null : now));
      const edit = { id, values };
      waiting.current.push(edit);
      const shown = rows.find(({ item }) => read(item).id === id);
      if (shown) show(id, shown.item);
      const saveNext = async (): Promise<void> => {
        const { saveCell } = await saving();
        waiting.current = waiting.current.filter((each) => each !== edit);
        await saveCell(list, opened.cell, opened.item, values);
      };
      lastSave.current = lastSave.current.then(saveNext).catch(reportError);
    },
    async undo(id: string): Promise<void> {
      const undo = pins.get(id)?.undo;
      if (!undo) return;
      const { reportFailure, sendCell } = await saving();
      await sendCell(list, undo.cell, undo.from, undo.to).catch((error: unknown) => reportFailure(list, error));
    },
    async overwrite(): Promise<void> {
      if (!conflict) return;
      const { sendCell } = await saving();
      await sendCell(list, conflict.cell, conflict.now, conflict.wanted);
    },
    keep: () => setConflict(null),
  };
}

function isPage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'items' in data;
}
