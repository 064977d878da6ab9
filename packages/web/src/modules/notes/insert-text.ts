/** Texts for comment forms that are open, by the key of their draft. */
const inserted = new EventTarget();

const STORED = 'milepost.draft.';

/** Appends a text to the comment form of this draft, or to its stored draft if the form is not shown yet. Nothing is sent. */
export function insertIntoComment(draft: string, text: string): void {
  const event = new CustomEvent(draft, { detail: text, cancelable: true });
  // A form that took the text cancels the event.
  if (!inserted.dispatchEvent(event)) return;
  try {
    const stored = localStorage.getItem(STORED + draft) ?? '';
    localStorage.setItem(STORED + draft, joined(stored, text));
  } catch {
    // Without storage there is no draft.
  }
}

/** Calls `take` with each text for this draft, until the returned function is called. */
export function onInsert(draft: string, take: (text: string) => void): () => void {
  const listen = (event: Event): void => {
    event.preventDefault();
    take((event as CustomEvent<string>).detail);
  };
  inserted.addEventListener(draft, listen);
  return () => inserted.removeEventListener(draft, listen);
}

/** A text below another one. */
export function joined(before: string, text: string): string {
  return before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`;
}
