import { useEffect, useRef } from 'react';

const typed = 'input, textarea, select, [contenteditable=true], [role=textbox]';

/** `e` opens the form, unless one is typing or something modal is open. */
export function useEditKey(isOn: boolean, edit: () => void): void {
  const act = useRef(edit);
  useEffect(() => {
    act.current = edit;
  }, [edit]);
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element | null)?.closest?.(typed) || document.querySelector('dialog[open], [role=menu]'))
        return;
      event.preventDefault();
      act.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
