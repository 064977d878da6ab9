import { type RefObject, useEffect, useRef } from 'react';
import { isTyping } from '../../platform/shortcuts/registry.ts';

export interface PeekKeyActions {
  close(): void;
  step(direction: 'previous' | 'next'): void;
}

/** Controls that use the arrow keys themselves. */
const takesArrows = 'select, [role=tree], [role=treegrid], [role=tab], [role=slider], [role=listbox], [role=radio]';

/** Escape closes the peek; up and down step through the list behind it, unless the focus is on something of the page. */
export function usePeekKeys(panel: RefObject<HTMLElement | null>, actions: PeekKeyActions): void {
  const now = useRef(actions);
  useEffect(() => {
    now.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      if (isTyping(target) || document.querySelector('dialog[open], [role=menu]')) return;
      if (key === 'Escape') {
        event.preventDefault();
        now.current.close();
        return;
      }
      const isHere = target === document.body || (target instanceof Element && panel.current?.contains(target));
      if ((key !== 'ArrowUp' && key !== 'ArrowDown') || !isHere) return;
      if (target instanceof Element && target.closest(takesArrows)) return;
      event.preventDefault();
      now.current.step(key === 'ArrowUp' ? 'previous' : 'next');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [panel]);
}
