import type { DragHandlers } from '../../ui/drag/drag.ts';

/** A task item on the page, and the element for its tools. */
export interface TaskSlot {
  item: HTMLLIElement;
  tools: HTMLSpanElement;
  /** Of its source, from 1. */
  line: number;
  label: string;
}

/** The target of a task item: before or after another of its list. */
export interface Drop {
  target: TaskSlot;
  side: 'before' | 'after';
}

/** The index at which a dragged item would be dropped at this height; null if it is unchanged. */
function dropAt(siblings: readonly TaskSlot[], dragged: TaskSlot, y: number): Drop | null {
  const at = siblings.indexOf(dragged);
  const middles = siblings.map(({ item }) => {
    const { top, bottom } = item.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  for (let index = 0; index < at; index++) {
    const target = siblings[index];
    if (target && y < (middles[index] ?? 0)) return { target, side: 'before' };
  }
  for (let index = siblings.length - 1; index > at; index--) {
    const target = siblings[index];
    if (target && y > (middles[index] ?? 0)) return { target, side: 'after' };
  }
  return null;
}

/** Draws the line where the item would go. */
function showDrop(siblings: readonly TaskSlot[], drop: Drop | null): void {
  for (const { item } of siblings) {
    if (item === drop?.target.item) item.dataset['drop'] = drop.side;
    else delete item.dataset['drop'];
  }
}

/** Drags an item within its list, starting immediately on its handle. */
export function taskDrag(siblings: readonly TaskSlot[], dragged: TaskSlot, onDrop: (drop: Drop) => void): DragHandlers {
  let drop: Drop | null = null;
  const end = (): void => {
    delete dragged.item.dataset['dragging'];
    showDrop(siblings, null);
  };
  return {
    startsAtOnce: true,
    onStart: () => {
      dragged.item.dataset['dragging'] = '';
    },
    onMove: ({ y }) => {
      drop = dropAt(siblings, dragged, y);
      showDrop(siblings, drop);
    },
    onDrop: () => {
      end();
      if (drop) onDrop(drop);
    },
    onCancel: end,
  };
}
