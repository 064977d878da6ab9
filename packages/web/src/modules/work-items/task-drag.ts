import type { TaskSlot } from './TaskTools.tsx';

/** Where a task item goes: to one side of another of its list. */
export interface Drop {
  target: TaskSlot;
  side: 'before' | 'after';
}

/** Where an item that is dragged would go if it were let go of at this height; null where that is its own place. */
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

export interface TaskDrag {
  moveTo(y: number): void;
  /** Lets go; gives where the item goes, null where it stays. */
  end(): Drop | null;
}

/** Begins to drag an item within its list. Escape ends it, and then it stays. */
export function beginTaskDrag(siblings: readonly TaskSlot[], dragged: TaskSlot): TaskDrag {
  let drop: Drop | null = null;
  let isOver = false;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    drop = null;
    end();
  };
  const end = (): Drop | null => {
    isOver = true;
    document.removeEventListener('keydown', onKey, true);
    delete dragged.item.dataset['dragging'];
    showDrop(siblings, null);
    return drop;
  };
  document.addEventListener('keydown', onKey, true);
  dragged.item.dataset['dragging'] = '';
  return {
    moveTo(y) {
      if (isOver) return;
      drop = dropAt(siblings, dragged, y);
      showDrop(siblings, drop);
    },
    end,
  };
}
