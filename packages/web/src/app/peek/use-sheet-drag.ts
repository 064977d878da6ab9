import { type PointerEvent, type RefObject, useRef } from 'react';
import { isSmallScreen } from '../../ui/overlay/small-screen.ts';

/** The distance in pixels after which a sheet that is let go closes. */
const CLOSING_DISTANCE = 96;

export interface SheetDrag {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(event: PointerEvent<HTMLElement>): void;
  onPointerCancel(event: PointerEvent<HTMLElement>): void;
}

/** Closes a bottom sheet that is dragged down by its head; let go earlier, it returns. Larger screens have no sheet. */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, close: () => void): SheetDrag {
  const start = useRef<number | null>(null);
  const show = (distance: number): void => {
    const element = sheet.current;
    if (distance > 0) element?.style.setProperty('translate', `0 ${distance}px`);
    else element?.style.removeProperty('translate');
  };
  const end = (distance: number): void => {
    if (start.current === null) return;
    start.current = null;
    if (distance >= CLOSING_DISTANCE) close();
    show(0);
  };
  return {
    onPointerDown(event) {
      const isButton = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (!event.isPrimary || isButton || !isSmallScreen()) return;
      start.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      if (start.current !== null) show(event.clientY - start.current);
    },
    onPointerUp: (event) => end(start.current === null ? 0 : event.clientY - start.current),
    onPointerCancel: () => end(0),
  };
}
