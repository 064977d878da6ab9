import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { BarDrag } from './controller.ts';
import type { MoveStore } from './moves.ts';
import type { DragScene } from './drag-area.ts';

/**
 * Lets bars be moved and resized by pointer, touch and keys. The code is fetched when the pointer or focus approaches a bar
 * that the viewer may move: most visits never need it.
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
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let drag: BarDrag | null = null;
    const stop = new AbortController();
    const listening = new AbortController();
    const make = async (): Promise<void> => {
      const controller = await import('./controller.ts');
      if (!stop.signal.aborted) drag ??= new controller.BarDrag(element, store, client, () => current.current);
    };
    const near = ({ target }: Event): void => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
      if (row === undefined || !current.current.rows[Number(row)]?.epic.mayMove) return;
      listening.abort();
      // Without its code bars are plain links.
      void make().catch(() => undefined);
    };
    const passive = { passive: true, signal: AbortSignal.any([stop.signal, listening.signal]) };
    element.addEventListener('pointerover', near, passive);
    element.addEventListener('focusin', near, passive);
    element.addEventListener('touchstart', near, passive);
    return () => {
      stop.abort();
      drag?.end();
    };
  }, [scroller, store, client]);
}
