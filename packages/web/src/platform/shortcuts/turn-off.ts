import { isTyping } from './registry.ts';

/**
 * Keeps single printable keys from every handler of the page, so that no shortcut acts; returns the function that ends this. Fields and
 * open dialogs and menus get their keys, and so do combinations with Ctrl, Cmd or Alt. The space key activates the focused control.
 */
export function turnOffShortcuts(): () => void {
  document.addEventListener('keydown', stopSingleKey, { capture: true });
  return () => document.removeEventListener('keydown', stopSingleKey, { capture: true });
}

function stopSingleKey(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
  const isInOverlay = event.target instanceof Element && event.target.closest('dialog[open], [role=menu]') !== null;
  if (!isInOverlay && !isTyping(event.target)) event.stopPropagation();
}
