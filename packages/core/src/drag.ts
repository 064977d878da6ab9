/** Kinds of pointers: a touch may be a scroll, so drags by touch start after a delay. */
export type PointerKind = 'touch' | 'other';

/** How long a pointer must be pressed without moving before a drag starts. */
export const DRAG_DELAY_MS: Readonly<Record<PointerKind, number>> = { touch: 100, other: 0 };
/** Distance from the edge of the view, in pixels, at which dragging scrolls it. */
export const SCROLL_SENSITIVITY: Readonly<Record<PointerKind, number>> = { touch: 60, other: 100 };
/** Maximum pixels scrolled per frame, with the pointer at the edge. */
export const MAX_SCROLL_SPEED = 20;

/**
 * Pixels to scroll in this frame with the pointer at `x` in a view from `from` to `to`; more the closer the pointer is to an
 * edge.
 */
export function edgeScroll(x: number, from: number, to: number, kind: PointerKind): number {
  const reach = Math.min(SCROLL_SENSITIVITY[kind], (to - from) / 2);
  const into = Math.max(from + reach - x, x - (to - reach));
  if (into <= 0) return 0;
  const speed = Math.ceil(MAX_SCROLL_SPEED * Math.min(1, into / reach));
  return x < from + reach ? -speed : speed;
}
