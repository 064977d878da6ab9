import { type RefObject, useEffect, useState } from 'react';
import { GestureSteps, WheelSteps } from '../view/gesture-steps.ts';
import { anchorAt } from '../view/anchors.ts';
import type { Zoom } from '../view/use-zoom.ts';
import type { TimelineLayout } from '../../../timeline/room.ts';

export interface ZoomGesturesProps {
  scroller: RefObject<HTMLElement | null>;
  layout: TimelineLayout;
  zoom: Zoom['zoom'];
}

/** Zooms by Ctrl or Cmd with the wheel around the pointer, and by two fingers around their middle. Draws nothing. */
export function ZoomGestures({ scroller, layout, zoom }: ZoomGesturesProps): null {
  const { scale, detailsWidth, trackWidth } = layout;
  const [{ wheel, pinch }] = useState(() => ({ wheel: new WheelSteps(), pinch: new GestureSteps() }));
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const zoomAt = (step: 'in' | 'out' | null, clientX: number): void => {
      if (!step) return;
      const x = clientX - element.getBoundingClientRect().left - detailsWidth;
      zoom(step, anchorAt(scale, element.scrollLeft, Math.max(0, Math.min(x, trackWidth))));
    };
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomAt(wheel.turn(event.deltaY * unitOf(event), event.timeStamp), event.clientX);
    };
    const onTouch = (event: TouchEvent): void => {
      const [one, other] = event.touches;
      if (!one || !other) return pinch.end();
      // One finger scrolls; two would zoom the page.
      if (event.cancelable) event.preventDefault();
      const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      return zoomAt(pinch.spread(apart, event.timeStamp), (one.clientX + other.clientX) / 2);
    };
    const active = { passive: false };
    element.addEventListener('wheel', onWheel, active);
    element.addEventListener('touchmove', onTouch, active);
    element.addEventListener('touchend', onTouch);
    element.addEventListener('touchcancel', onTouch);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchmove', onTouch);
      element.removeEventListener('touchend', onTouch);
      element.removeEventListener('touchcancel', onTouch);
    };
  }, [scroller, scale, detailsWidth, trackWidth, zoom, wheel, pinch]);
  return null;
}

/** Firefox counts in lines. */
function unitOf({ deltaMode }: WheelEvent): number {
  return deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1;
}
