import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { session } from '../../../platform/session/session.ts';
import type { BarDrag } from './controller.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import type { MoveStore } from './moves.ts';
import type { DragScene } from './drag-area.ts';

/**
 * Lets bars be moved, resized and drawn by pointer, touch and keys. For signed-in users the code is fetched when the browser
 * is idle, or earlier when the pointer or focus approaches a row. A press that the code comes too late for moves nothing: a
 * finger gives no notice, and on a slow connection neither does a mouse.
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
      listening.abort();
      if (!stop.signal.aborted) drag ??= new controller.BarDrag(element, store, client, () => current.current);
    };
    // Without its code bars are plain links.
    const start = (): void => void make().catch(() => undefined);
    const near = ({ target }: Event): void => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
      // Users who may not move this epic may still create one.
      if (row !== undefined && session().viewer) start();
    };
    const passive = { passive: true, signal: AbortSignal.any([stop.signal, listening.signal]) };
    element.addEventListener('pointerover', near, passive);
    element.addEventListener('focusin', near, passive);
    element.addEventListener('touchstart', near, passive);
    const stopIdle = session().viewer ? whenIdle(start) : undefined;
    return () => {
      stopIdle?.();
      stop.abort();
      drag?.end();
    };
  }, [scroller, store, client]);
}
