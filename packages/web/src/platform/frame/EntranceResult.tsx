import type { ReactNode } from 'react';

/** Replaces the form of an entrance page. It takes the focus, because the button that had it is gone. */
export function EntranceResult({ children }: { children: ReactNode }) {
  return (
    <div ref={takeFocus} tabIndex={-1}>
      {children}
    </div>
  );
}

/** The ref keeps its identity, so that React calls it once. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
