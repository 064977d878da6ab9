import { useEffect, useId } from 'react';
import { createListeners } from '../../../ui/listeners.ts';

/** The items of a list, column or chart in their order, each as `peek` names it. */
export type PeekOrder = () => readonly (string | null)[];

/** By list. They are read only while a peek is open: a roadmap has thousands of rows. */
const orders = new Map<string, PeekOrder>();
const listeners = createListeners();

/** Tells the peek the order of a list on the page. `order` must change when the list does. */
export function usePeekOrder(order: PeekOrder): void {
  const id = useId();
  useEffect(() => {
    let list: ReturnType<PeekOrder> | null = null;
    return registerOrder(id, () => (list ??= order()));
  }, [id, order]);
}

/** Adds a list; returns the function that removes it. */
export function registerOrder(id: string, order: PeekOrder): () => void {
  orders.set(id, order);
  notifyPeek();
  return () => {
    orders.delete(id);
    notifyPeek();
  };
}

export function notifyPeek(): void {
  listeners.notify();
}

/** All lists of the page that tell their order. */
export const peekOrders = (): Iterable<PeekOrder> => orders.values();

export const subscribeToPeekOrders = listeners.subscribe;
