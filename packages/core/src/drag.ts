/** A touch must rest before a drag starts, because it may be a scroll; a mouse or a pen need not. */
export type PointerKind = 'touch' | 'other';

/** How long a pointer must rest before a drag starts. */
export const DRAG_DELAY_MS: Readonly<Record<PointerKind, number>> = { touch: 100, other: 0 };
/** Dragging scrolls the view when the pointer is this many pixels from its edge. */
export const SCROLL_SENSITIVITY: Readonly<Record<PointerKind, number>> = { touch: 60, other: 100 };
/** Pixels per frame scrolled while the pointer is at the edge. */
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
