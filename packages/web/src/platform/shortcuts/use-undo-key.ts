import { useEffect, useRef } from 'react';

/** Whether Ctrl or Cmd and Z were pressed. */
export function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** Ctrl or Cmd and Z call `undo`, which returns whether there was something to undo. In fields and dialogs they undo typing. */
export function useUndoKey(undo: () => boolean, isOn: boolean): void {
  const current = useRef(undo);
  useEffect(() => {
    current.current = undo;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!isUndoKey(event) || event.defaultPrevented) return;
      if (target?.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return;
      if (current.current()) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
