import { useCallback, useSyncExternalStore } from 'react';
import { peekOrders, subscribeToPeekOrders } from '../../modules/work-items/peek/peek-order.ts';

/** The items before and after one, in the first list that contains it; null at its ends. */
export function usePeekNeighbors(peek: string): { previous: string | null; next: string | null } {
  const before = useCallback(() => neighborOf(peek, -1), [peek]);
  const after = useCallback(() => neighborOf(peek, 1), [peek]);
  return {
    previous: useSyncExternalStore(subscribeToPeekOrders, before),
    next: useSyncExternalStore(subscribeToPeekOrders, after),
  };
}

function neighborOf(peek: string, step: 1 | -1): string | null {
  for (const order of peekOrders()) {
    const list = order();
    const at = list.indexOf(peek);
    if (at !== -1) return list[at + step] ?? null;
  }
  return null;
}
