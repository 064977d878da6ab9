/** The keys typed between opening the palette and the focus of its field. */
export interface KeyBuffer {
  text: string;
  /** Enter was pressed last: choose the first result of the text. */
  isEntered: boolean;
}

let typed: KeyBuffer | null = null;
let cancel: () => void = () => undefined;

/**
 * Captures all keys until `endKeyBuffer`, so that none is lost or triggers a shortcut of the page while the code of the palette
 * loads. Escape calls `onCancel`.
 */
export function startKeyBuffer(onCancel: () => void): void {
  cancel = onCancel;
  if (typed) return;
  typed = { text: '', isEntered: false };
  // Before every other listener of the page.
  window.addEventListener('keydown', onKey, true);
}

/** Releases the keys. `receive` gets the buffered input; it is not called if there is none. */
export function endKeyBuffer(receive: (keys: KeyBuffer) => void = () => undefined): void {
  const found = typed;
  typed = null;
  window.removeEventListener('keydown', onKey, true);
  if (found) receive(found);
}

function onKey(event: KeyboardEvent): void {
  const { key } = event;
  if (!typed || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { text } = typed;
  if (key === 'Escape') {
    endKeyBuffer();
    cancel();
  } else if (key === 'Enter') typed = { text, isEntered: true };
  else if (key === 'Backspace') typed = { text: text.replace(/.$/u, ''), isEntered: false };
  else if (/^.$/u.test(key)) typed = { text: text + key, isEntered: false };
}
