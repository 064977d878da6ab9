import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { BarDrag } from './controller.ts';
import type { MoveStore } from './moves.ts';
import type { DragScene } from './scene.ts';

/**
 * Lets bars be moved and resized by pointer, touch and keys. What does it is fetched once somebody comes near a bar that
 * they may move: most visits need none of it.
 */
export function useBarDrag(scroller: RefObject<HTMLDivElement | null>, scene: DragScene, store: MoveStore): void {
  const client = useQueryClient();
  const current = useRef(scene);
  useEffect(() => {
    current.current = scene;
  });
  useEffect(() => {
    const element = scroller.current;
    return element ? store.enter({ element, scene: () => current.current }) : undefined;
  }, [scroller, store]);
  const canMove = scene.rows.some(({ epic }) => epic.mayMove);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !canMove) return undefined;
    let drag: BarDrag | null = null;
    const stop = new AbortController();
    const once = { once: true, passive: true, signal: stop.signal };
    const make = async (): Promise<void> => {
      const controller = await import('./controller.ts');
      if (!stop.signal.aborted) drag ??= new controller.BarDrag(element, store, client, () => current.current);
    };
    // Without its code bars are links, as for anybody else.
    const fetchIt = (): void => void make().catch(() => undefined);
    element.addEventListener('pointerover', fetchIt, once);
    element.addEventListener('focusin', fetchIt, once);
    element.addEventListener('touchstart', fetchIt, once);
    return () => {
      stop.abort();
      drag?.end();
    };
  }, [scroller, canMove, store, client]);
}
