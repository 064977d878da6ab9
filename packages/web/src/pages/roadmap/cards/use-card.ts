import type { RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Box } from '../../../ui/overlay/anchor.ts';

export type CardKind = 'epic' | 'milestone' | 'blockedBy' | 'blocks' | 'lane';

export interface OpenCard {
  kind: CardKind;
  /** Id of the epic or milestone, or key of the lane. */
  id: string;
  /** The element beside which the card opens. */
  at: Box;
  /** Opened by touch: it stays until dismissed and contains the link that the tap replaced. */
  isTouched: boolean;
}

/** The hover delay before a card opens, and the delay before it closes. */
const rest: Record<CardKind, number> = { epic: 300, milestone: 300, lane: 300, blockedBy: 0, blocks: 0 };
const grace = 150;

/**
 * Follows pointer and focus over elements with `data-card="kind:id"` and says which card is open. The card stays open while
 * either is on it or on its element, and closes on Escape and on scrolling. A tap opens it immediately, instead of the link.
 */
export function useCard(scroller: RefObject<HTMLElement | null>, detailsWidth: number) {
  const [card, setCard] = useState<OpenCard | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setCard(null);
  }, []);
  /** The pointer entered or left the card. */
  const hold = useCallback(
    (isHeld: boolean) => {
      clearTimeout(timer.current);
      if (!isHeld) timer.current = setTimeout(close, grace);
    },
    [close],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let owner: Element | null = null;
    const open = (next: Element, pointerX: number | null, isTouched = false): void => {
      const [kind, id] = split(next.getAttribute('data-card') ?? '');
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () =>
          next.isConnected && setCard({ kind, id, at: visibleBox(next, element, detailsWidth, pointerX), isTouched }),
        isTouched ? 0 : rest[kind],
      );
    };
    const onOver = (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return;
      const next = event.target instanceof Element ? event.target.closest('[data-card]') : null;
      if (next === owner) return;
      owner = next;
      if (next) open(next, event.clientX);
      else {
        clearTimeout(timer.current);
        timer.current = setTimeout(close, grace);
      }
    };
    const onLeave = (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return;
      owner = null;
      clearTimeout(timer.current);
      timer.current = setTimeout(close, grace);
    };
    const onFocus = (event: FocusEvent): void => {
      const next = event.target instanceof Element ? event.target.closest('[data-card]') : null;
      if (next?.matches(':focus-visible')) open(next, null);
      else if (event.type === 'focusout') close();
    };
    const onTap = (event: MouseEvent): void => {
      const isTouch = (event as Partial<PointerEvent>).pointerType === 'touch';
      const next = event.target instanceof Element ? event.target.closest('[data-card]') : null;
      if (!isTouch || !next) return;
      event.preventDefault();
      event.stopPropagation();
      open(next, null, true);
    };
    const onScroll = (): void => {
      owner = null;
      close();
    };
    const stop = new AbortController();
    const passive = { passive: true, signal: stop.signal };
    element.addEventListener('pointerover', onOver, passive);
    element.addEventListener('pointerleave', onLeave, passive);
    element.addEventListener('focusin', onFocus, passive);
    element.addEventListener('focusout', onFocus, passive);
    element.addEventListener('scroll', onScroll, passive);
    element.addEventListener('click', onTap, { capture: true, signal: stop.signal });
    return () => {
      clearTimeout(timer.current);
      stop.abort();
    };
  }, [scroller, close, detailsWidth]);

  return { card, close, hold };
}

function split(text: string): [CardKind, string] {
  const at = text.indexOf(':');
  return [text.slice(0, at) as CardKind, text.slice(at + 1)];
}

/** The visible part of an element, outside the details column and within the window; for a pointer, only the part under it. */
function visibleBox(element: Element, scroller: Element, detailsWidth: number, pointerX: number | null): Box {
  const box = element.getBoundingClientRect();
  if (pointerX !== null && box.width > 64) return { left: pointerX, width: 0, top: box.top, height: box.height };
  const view = scroller.getBoundingClientRect();
  const inTrack = element.closest('[role="gridcell"]') !== null;
  const left = Math.max(box.left, inTrack ? view.left + detailsWidth : view.left);
  const right = Math.min(box.right, view.right);
  return { left, width: Math.max(0, right - left), top: box.top, height: box.height };
}
