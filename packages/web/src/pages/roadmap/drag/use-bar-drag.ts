import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { session } from '../../../platform/session/session.ts';
import type { BarDrag } from './controller.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import type { MoveStore } from './moves.ts';
import type { DragScene } from './drag-area.ts';

/**
 * Lets bars be moved, resized and drawn by pointer, touch and keys. For signed-in users the code is fetched when the browser is
 * idle, and not when a pointer comes near: a finger gives no notice, and on a slow connection neither does a mouse.
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
    if (!element || !session().viewer) return undefined;
    let drag: BarDrag | null = null;
    let isOver = false;
    const make = async (): Promise<void> => {
      const controller = await import('./controller.ts');
      if (!isOver) drag = new controller.BarDrag(element, store, client, () => current.current);
    };
    // Without its code bars are plain links.
    const stop = whenIdle(() => void make().catch(() => undefined));
    return () => {
      stop();
      isOver = true;
      drag?.end();
    };
  }, [scroller, store, client]);
}
