import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { session } from '../../../platform/session/session.ts';
import type { BarDrag } from './controller.ts';
import type { MoveStore } from './moves.ts';
import type { DragScene } from './drag-area.ts';

/**
 * Lets bars be moved, resized and drawn by pointer, touch and keys. The code is fetched when the pointer or focus of a
 * signed-in user approaches a row: most visits never need it.
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
      // Users who may not move this epic may still create one.
      if (row === undefined || !session().viewer) return;
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
