/** Something a key does on the page that is open: the same object serves the key, the help and the palette. */
export interface Shortcut {
  /** One key, or two after one another: `e`, `c r`. Empty for an action of the palette alone. */
  keys: string;
  /** Another key for the same. */
  also?: string;
  /** The description of its effect, translated. */
  title: string;
  /** Omitted if the focused element handles the key: it is still listed in the help. */
  perform?: (() => void) | undefined;
}

/** The second key of two has to follow within this time. */
const TIMEOUT_MS = 1_000;
const typed = 'input, textarea, select, [contenteditable=true], [role=textbox], [role=combobox]';

const lists = new Set<readonly Shortcut[]>();
let pending: { key: string; at: number } | null = null;

/** Registers shortcuts; returns the function that removes them. */
export function register(shortcuts: readonly Shortcut[]): () => void {
  if (lists.size === 0) document.addEventListener('keydown', onKey);
  lists.add(shortcuts);
  return () => {
    lists.delete(shortcuts);
    if (lists.size === 0) document.removeEventListener('keydown', onKey);
  };
}

/** The active shortcuts, in order of registration. */
export function shortcutsOfPage(): readonly Shortcut[] {
  return [...lists].flat();
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
  if (isTyping(event.target) || document.querySelector('dialog[open], [role=menu]')) return;
  const { key, timeStamp } = event;
  const before = pending !== null && timeStamp - pending.at < TIMEOUT_MS ? pending.key : null;
  const shortcuts = shortcutsOfPage().filter(({ perform }) => perform !== undefined);
  const both = before === null ? undefined : shortcuts.findLast(({ keys }) => keys === `${before} ${key}`);
  const found = both ?? shortcuts.findLast(({ keys, also }) => keys === key || also === key);
  pending = shortcuts.some(({ keys }) => keys.startsWith(`${key} `)) && !both ? { key, at: timeStamp } : null;
  if (!found) return;
  event.preventDefault();
  found.perform?.();
}

/** Whether keys go into the text of this element. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typed) !== null;
}
