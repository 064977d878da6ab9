import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Drag, startDrag } from '../../ui/drag/drag.ts';
import { isSmallScreen } from '../../ui/overlay/small-screen.ts';

/** The distance in pixels after which a sheet that is let go closes. */
const CLOSING_DISTANCE = 96;

/**
 * Closes a bottom sheet that is dragged down by its head; let go earlier, it returns. Larger screens have no sheet. Returns the
 * `pointerdown` handler of the head.
 */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, close: () => void) {
  const drag = useRef<Drag | null>(null);
  useEffect(() => () => drag.current?.cancel(), []);
  const show = (distance: number): void => {
    if (distance > 0) sheet.current?.style.setProperty('translate', `0 ${distance}px`);
    else sheet.current?.style.removeProperty('translate');
  };
  return ({ nativeEvent, currentTarget, target }: PointerEvent<HTMLElement>): void => {
    const isButton = target instanceof Element && target.closest('button, a') !== null;
    if (isButton || !isSmallScreen()) return;
    drag.current = startDrag(nativeEvent, {
      startsAtOnce: true,
      capture: currentTarget,
      onMove: ({ y, startY }) => show(y - startY),
      onDrop({ y, startY }) {
        if (y - startY >= CLOSING_DISTANCE) close();
        show(0);
      },
      onCancel: () => show(0),
    });
  };
}
