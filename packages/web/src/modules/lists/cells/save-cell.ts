import type { QueryKey } from '@tanstack/react-query';
import type { IntlShape } from 'react-intl';
import { RequestError } from '../../../platform/api/errors.ts';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { isSame, type CellName, type CellValues, type EditableItem } from './editable.ts';
import { cellMessages as messages } from './messages.ts';
import type { Pin } from './pinned.ts';

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

/** Somebody else changed a cell while it was edited. */
export interface CellConflict {
  cell: CellName;
  now: EditableItem;
  wanted: EditableItem;
}

/** The list that shows the cells. */
export interface CellList<Item> {
  source: CellSource<Item>;
  intl: IntlShape;
  show(id: string, item: Item): void;
  pin(id: string, change: (now: Pin<Item>) => Pin<Item>): void;
  ask(conflict: CellConflict): void;
}

/** Saves an edited cell, unless somebody else changed it meanwhile: then the list asks. */
export async function saveCell<Item>(
  list: CellList<Item>,
  cell: CellName,
  before: EditableItem,
  values: Partial<CellValues>,
): Promise<void> {
  const { source, intl } = list;
  try {
    const { item } = await load(list, before);
    if (!item) return toast({ text: intl.formatMessage(messages.gone, { title: before.values.title }) });
    const now = source.read(item);
    const wanted = withValues(now, cell, values);
    if (isSame(cell, now.values, wanted.values)) return undefined;
    if (!isSame(cell, now.values, before.values)) return list.ask({ cell, now, wanted });
    list.show(before.id, source.patch(item, values));
    await sendCell(list, cell, now, wanted);
  } catch (error) {
    reportFailure(list, error);
  }
  return undefined;
}

/** Sends a change, and marks the row if it does not match any more. */
export async function sendCell<Item>(
  list: CellList<Item>,
  cell: CellName,
  from: EditableItem,
  to: EditableItem,
): Promise<void> {
  try {
    await list.source.send(cell, from, to);
  } catch (error) {
    await load(list, from);
    throw error;
  }
  const { matches } = await load(list, to);
  list.pin(from.id, (now) => ({ ...now, undo: matches ? null : { cell, from: to, to: from } }));
}

export function reportFailure<Item>({ intl }: CellList<Item>, error: unknown): void {
  if (!(error instanceof RequestError)) throw error;
  toast({ text: [intl.formatMessage(messages.failed), error.message].filter(Boolean).join(' ') });
}

async function load<Item>({ source, show }: CellList<Item>, before: EditableItem) {
  const fresh = await source.load(before);
  if (fresh.item) show(before.id, fresh.item);
  return fresh;
}

function withValues(item: EditableItem, cell: CellName, values: Partial<CellValues>): EditableItem {
  const { isFixed } = item;
  return {
    ...item,
    values: { ...item.values, ...values },
    ...(isFixed && { isFixed: { ...isFixed, [cell]: values[cell] !== null } }),
  };
}
