import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAnchor } from './anchor.ts';
import styles from './Tooltip.module.css';

const delay = 400;

/**
 * The one tooltip of the page. Any element requests it with `data-tooltip="…"`, or, for a text that may be truncated, with
 * `data-tooltip-cut` (shown in full, only if it is truncated). It appears on hover and on keyboard focus, stays while the
 * pointer is
 * on it, and closes on Escape. Its text must also be in the accessible name: the tooltip is visual only.
 */
export function TooltipLayer() {
  const [target, setTarget] = useState<{ element: HTMLElement; text: string } | null>(null);
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => listen(setTarget), []);
  useLayoutEffect(() => {
    const element = surface.current;
    if (target) element?.showPopover();
    return () => element?.hidePopover();
  }, [target]);
  useAnchor(target !== null, target?.element ?? null, surface, { side: 'below', align: 'center', gap: 6 });
  return target ? (
    <div ref={surface} popover="manual" role="tooltip" className={styles.tooltip} data-tooltip-surface="">
      {target.text}
    </div>
  ) : null;
}

function listen(show: (target: { element: HTMLElement; text: string } | null) => void): () => void {
  let timer = 0;
  let current: HTMLElement | null = null;
  const hide = (): void => {
    window.clearTimeout(timer);
    if (current) show(null);
    current = null;
  };
  const showSoon = (element: HTMLElement, wait: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      const text = tooltipOf(element);
      if (text === '' || !element.isConnected || element.ariaExpanded === 'true') return;
      current = element;
      show({ element, text });
    }, wait);
  };
  const onOver = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    const element = ownerOf(event.target);
    if (element === current && current) return;
    if (event.target instanceof Element && event.target.closest('[data-tooltip-surface]'))
      return window.clearTimeout(timer);
    const wasShown = current !== null;
    hide();
    if (element) showSoon(element, wasShown ? 0 : delay);
  };
  const onFocus = (event: FocusEvent): void => {
    const element = ownerOf(event.target);
    hide();
    if (element?.matches(':focus-visible')) showSoon(element, delay);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') hide();
  };
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true, passive: true };
  document.addEventListener('pointerover', onOver, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('focusin', onFocus, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('keydown', onKey, options);
  document.addEventListener('scroll', hide, options);
  return () => {
    window.clearTimeout(timer);
    stop.abort();
  };
}

function ownerOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip], [data-tooltip-cut]') : null;
}

function tooltipOf(element: HTMLElement): string {
  const { tooltip } = element.dataset;
  if (tooltip !== undefined) return tooltip;
  return element.scrollWidth > element.clientWidth ? element.textContent.trim() : '';
}
