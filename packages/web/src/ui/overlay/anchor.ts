import { type RefObject, useLayoutEffect } from 'react';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placement {
  side: 'below' | 'above' | 'right';
  align: 'start' | 'center' | 'end';
  /** Between anchor and surface. */
  gap: number;
}

const margin = 8;

/** The position of a surface beside its anchor: on its side if there is room, else on the other; always on screen. */
export function placeBeside(
  anchor: Box,
  surface: { width: number; height: number },
  screen: { width: number; height: number },
  { side, align, gap }: Placement,
): { left: number; top: number } {
  const within = (at: number, size: number, space: number): number =>
    Math.max(margin, Math.min(at, space - size - margin));
  if (side === 'right') {
    const fits = anchor.left + anchor.width + gap + surface.width + margin <= screen.width;
    const left = fits ? anchor.left + anchor.width + gap : anchor.left - gap - surface.width;
    return {
      left: within(left, surface.width, screen.width),
      top: within(anchor.top + (anchor.height - surface.height) / 2, surface.height, screen.height),
    };
  }
  const below = anchor.top + anchor.height + gap;
  const above = anchor.top - gap - surface.height;
  const fitsBelow = below + surface.height + margin <= screen.height;
  const fitsAbove = above >= margin;
  const top = side === 'below' ? (fitsBelow || !fitsAbove ? below : above) : fitsAbove || !fitsBelow ? above : below;
  const spare = anchor.width - surface.width;
  const left = anchor.left + (align === 'start' ? 0 : align === 'end' ? spare : spare / 2);
  return { left: within(left, surface.width, screen.width), top: within(top, surface.height, screen.height) };
}

/**
 * Positions an open surface beside its anchor on scroll and resize, by the custom properties --left and --top (so a small
 * screen's style can make it a sheet instead).
 */
export function useAnchor(
  isOpen: boolean,
  anchor: Element | null,
  surface: RefObject<HTMLElement | null>,
  { side, align, gap }: Placement,
): void {
  useLayoutEffect(() => {
    const element = surface.current;
    if (!isOpen || !anchor || !element) return undefined;
    const updatePosition = (): void => {
      const { left, top } = placeBeside(
        anchor.getBoundingClientRect(),
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: document.documentElement.clientWidth, height: window.innerHeight },
        { side, align, gap },
      );
      element.style.setProperty('--left', `${Math.round(left)}px`);
      element.style.setProperty('--top', `${Math.round(top)}px`);
    };
    updatePosition();
    const observer = new ResizeObserver(updatePosition);
    observer.observe(element);
    observer.observe(anchor);
    window.addEventListener('scroll', updatePosition, { capture: true, passive: true });
    window.addEventListener('resize', updatePosition);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', updatePosition, { capture: true });
      window.removeEventListener('resize', updatePosition);
    };
  }, [isOpen, anchor, surface, side, align, gap]);
}
