/** A change of one field that was saved in the peek. */
export interface PeekSave {
  /** Null for a change that undoes another. */
  undo: (() => Promise<void>) | null;
}

const listeners = new Set<(save: PeekSave) => void>();

/** Tells the page behind the peek of each change; returns the function that ends it. */
export function onPeekSave(listener: (save: PeekSave) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announcePeekSave(save: PeekSave): void {
  for (const listener of listeners) listener(save);
}
