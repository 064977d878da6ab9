import { type RefObject, useEffect, useId } from 'react';
import { notifyPeek, registerOrder } from './peek-order.ts';

/** Tells the peek the order of a list whose rows are all in the document, each with its item as `data-peek`. */
export function usePeekOrderOf(list: RefObject<HTMLElement | null>): void {
  const id = useId();
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const rows = (): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(':scope > [data-peek]')];
    const forget = registerOrder(id, () => rows().map(({ dataset }) => dataset['peek'] ?? null));
    const observer = new MutationObserver(notifyPeek);
    observer.observe(element, { childList: true });
    return () => {
      observer.disconnect();
      forget();
    };
  }, [id, list]);
}
