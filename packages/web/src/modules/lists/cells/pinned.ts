import type { CellName, EditableItem } from './editable.ts';

/** A row that keeps its position because it was edited, even if its position in the list has changed since. */
export interface Pin<Item> {
  index: number;
  item: Item;
  isEdited: boolean;
  /** Set while the item no longer matches the filters of the list: what takes the edit back. */
  undo: { cell: CellName; from: EditableItem; to: EditableItem } | null;
}

export interface PinnedRow<Item> {
  item: Item;
  pin: Pin<Item> | null;
}

/** The rows of a list, with the pinned ones in their positions. */
export function withPinned<Item>(
  items: readonly Item[],
  pins: ReadonlyMap<string, Pin<Item>>,
  idOf: (item: Item) => string,
): readonly PinnedRow<Item>[] {
  const rows: PinnedRow<Item>[] = items.filter((item) => !pins.has(idOf(item))).map((item) => ({ item, pin: null }));
  for (const [id, pin] of [...pins].toSorted(([, one], [, other]) => one.index - other.index)) {
    const item = items.find((each) => idOf(each) === id) ?? pin.item;
    rows.splice(pin.index, 0, { item, pin });
  }
  return rows;
}
