import { type RefObject, useLayoutEffect, useRef } from 'react';
import { takeFocusRequest } from '../../modules/work-items/peek/use-peek.ts';

interface PeekFocusOptions {
  panel: RefObject<HTMLElement | null>;
  behind: RefObject<HTMLElement | null>;
  peek: string;
}

/**
 * The peek takes the focus when the viewer opens it. When it closes, the focus returns to where it came from; after a step to another
 * item, to the row of that one.
 */
export function usePeekFocus({ panel, behind, peek }: PeekFocusOptions): void {
  const origin = useRef<{ peek: string; element: Element | null } | null>(null);
  const shown = useRef(peek);
  useLayoutEffect(() => {
    shown.current = peek;
    const { activeElement } = document;
    // A step keeps the focus on its button. If it was in a field of the item before, it is nowhere now.
    if (!takeFocusRequest() || panel.current?.contains(activeElement)) return;
    origin.current = { peek, element: activeElement };
    panel.current?.focus({ preventScroll: true });
  }, [peek, panel]);
  useLayoutEffect(() => {
    const [own, page] = [panel.current, behind.current];
    return () => {
      const { activeElement } = document;
      if (activeElement !== document.body && !own?.contains(activeElement)) return;
      const { current } = shown;
      const from = origin.current?.peek === current ? origin.current.element : null;
      // The page may be inert until the effects of this commit are over.
      queueMicrotask(() => focusBehind(page, current, from));
    };
  }, [panel, behind]);
}

function focusBehind(page: HTMLElement | null, peek: string, from: Element | null): void {
  const row = page?.querySelector<HTMLElement>(`[data-peek="${CSS.escape(peek)}"]`);
  const ofRow = row && (row.hasAttribute('tabindex') ? row : row.querySelector<HTMLElement>('a'));
  // A press on a row without a focusable part of its own focuses what contains the list.
  const isUsable = from instanceof HTMLElement && from.isConnected && !from.contains(row ?? page);
  const target = isUsable ? from : (ofRow ?? page?.querySelector<HTMLElement>('#content'));
  target?.focus({ preventScroll: true });
}

/** Below this width the page does not give way to the peek (`Shell.module.css`): it covers a part of it, or all. */
const COVERED = '(max-width: 959.98px)';

/** What the peek covers cannot be reached by keyboard or screen reader. */
export function useInertBehind(behind: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const page = behind.current;
    if (!page) return undefined;
    const media = window.matchMedia(COVERED);
    const update = (): boolean => page.toggleAttribute('inert', media.matches);
    update();
    media.addEventListener('change', update);
    return () => {
      media.removeEventListener('change', update);
      page.removeAttribute('inert');
    };
  }, [behind]);
}
