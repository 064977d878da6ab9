import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { RequestError } from '../../../platform/api/errors.ts';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { cellMessages as messages } from './messages.ts';
import { isSame, type CellName, type CellValues, type EditableItem } from './editable.ts';
import { withPinned, type Pin } from './pinned.ts';

/** How the items of a list are read and written. */
export interface CellSource<Item> {
  /** The pages of the list in the query cache. */
  queryKey: QueryKey;
  read(item: Item): EditableItem;
  /** The item with another value in a cell, to be shown until the server's answer. */
  patch(item: Item, values: Partial<CellValues>): Item;
  /** The present item, null if it is gone, and whether it matches the filters of the list. */
  load(item: EditableItem): Promise<{ item: Item | null; matches: boolean }>;
  /** Gives a cell of `from` the value of `to`. */
  send(cell: CellName, from: EditableItem, to: EditableItem): Promise<void>;
}

export interface OpenCell {
  cell: CellName;
  /** The item as it was when the editor opened. */
  item: EditableItem;
}

/** Somebody else changed a cell while it was edited. */
export interface CellConflict {
  cell: CellName;
  now: EditableItem;
  wanted: EditableItem;
}

/** Cells that are edited in a list. `key` identifies what the list shows: another list begins anew. */
export function useCells<Item>(source: CellSource<Item>, items: readonly Item[], key: string) {
  const { formatMessage } = useIntl();
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
  const { read } = source;
  const rows = useMemo(() => withPinned(items, pins, (item) => read(item).id), [items, pins, read]);

  const pin = useCallback((id: string, change: (now: Pin<Item>) => Pin<Item>): void => {
    setPins((now) => {
      const found = now.get(id);
      return found ? new Map(now).set(id, change(found)) : now;
    });
  }, []);
  /** Shows an item in its row, in each cached page. */
  const show = useCallback(
    (id: string, next: Item): void => {
      pin(id, (now) => ({ ...now, item: next }));
      client.setQueriesData<{ items: readonly Item[] }>(
        { queryKey: source.queryKey, predicate: ({ state }) => isPage(state.data) },
        (page) => page && { ...page, items: page.items.map((each) => (read(each).id === id ? next : each)) },
      );
    },
    [client, pin, read, source.queryKey],
  );
  const load = async (before: EditableItem): Promise<{ item: Item | null; matches: boolean }> => {
    const fresh = await source.load(before);
    if (fresh.item) show(before.id, fresh.item);
    return fresh;
  };
  const fail = (error: unknown): void => {
    if (!(error instanceof RequestError)) throw error;
    toast({ text: [formatMessage(messages.failed), error.message].filter(Boolean).join(' ') });
  };
  /** Sends a change, and marks the row if it does not match any more. */
  const send = async (cell: CellName, from: EditableItem, to: EditableItem): Promise<void> => {
    try {
      await source.send(cell, from, to);
    } catch (error) {
      await load(from);
      throw error;
    }
    const { matches } = await load(to);
    pin(from.id, (now) => ({ ...now, undo: matches ? null : { cell, from: to, to: from } }));
  };
  const save = async (cell: CellName, before: EditableItem, values: Partial<CellValues>): Promise<void> => {
    const shown = rows.find(({ item }) => read(item).id === before.id)?.item;
    if (shown) show(before.id, source.patch(shown, values));
    try {
      const { item } = await load(before);
      if (!item) return toast({ text: formatMessage(messages.gone, { title: before.values.title }) });
      const now = read(item);
      const wanted = withValues(now, cell, values);
      if (isSame(cell, now.values, wanted.values)) return undefined;
      if (!isSame(cell, now.values, before.values)) return setConflict({ cell, now, wanted });
      show(before.id, source.patch(item, values));
      await send(cell, now, wanted);
    } catch (error) {
      fail(error);
    }
    return undefined;
  };
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
    /** Closes that cell, unless another one is open by now, and saves it. */
    save(opened: OpenCell, values: Partial<CellValues>): void {
      pin(opened.item.id, (now) => ({ ...now, isEdited: true }));
      setOpen((now) => (now === opened ? null : now));
      void save(opened.cell, opened.item, values);
    },
    undo(id: string): void {
      const undo = pins.get(id)?.undo;
      if (undo) void send(undo.cell, undo.from, undo.to).catch(fail);
    },
    async overwrite(): Promise<void> {
      if (!conflict) return;
      await send(conflict.cell, conflict.now, conflict.wanted);
    },
    keep: () => setConflict(null),
  };
}

function withValues(item: EditableItem, cell: CellName, values: Partial<CellValues>): EditableItem {
  const { isFixed } = item;
  return {
    ...item,
    values: { ...item.values, ...values },
    ...(isFixed && { isFixed: { ...isFixed, [cell]: values[cell] !== null } }),
  };
}

function isPage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'items' in data;
}
