import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { Scale } from '../../../timeline/scale.ts';
import type { EpicRowData } from '../rows.ts';
import type { BarDrag } from './controller.ts';
import { MoveStore } from './moves.ts';

/** What dragging has to know of the chart, as it is right now. */
export interface DragScene {
  rows: readonly EpicRowData[];
  scale: Scale;
  window: Timeframe;
  args: EpicArguments;
  detailsWidth: number;
  /** On phones bars are not dragged. */
  isPhone: boolean;
}

/**
 * Lets bars be moved and resized by pointer, touch and keys. What does it is fetched once somebody comes near a bar that
 * they may move: most visits need none of it.
 */
export function useBarDrag(scroller: RefObject<HTMLDivElement | null>, scene: DragScene): MoveStore {
  const client = useQueryClient();
  const [store] = useState(() => new MoveStore());
  const current = useRef(scene);
  useEffect(() => {
    current.current = scene;
  });
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
  return store;
}
