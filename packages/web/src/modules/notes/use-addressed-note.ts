import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { PagedQuery } from '../../platform/loading/MorePages.tsx';
import { anchorOf, type Discussion, type Note } from './api.ts';

/** The maximum number of pages fetched to find the note that an address names. */
const MAX_PAGES = 20;

/**
 * The note that the address names (`#note_12`), by that name; null where it names none. Pages are fetched on until the note is
 * among them.
 */
export function useAddressedNote(
  query: PagedQuery & { data: { pages: readonly { discussions: readonly Discussion[] }[] } | undefined },
): string | null {
  const hash = useSyncExternalStore(watchHash, () => window.location.hash);
  const name = /^#(note_\d+)$/.exec(hash)?.[1] ?? null;
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (name === null || !data || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    const isThere = data.pages.some(({ discussions }) => discussions.some((discussion) => holds(discussion, name)));
    if (!isThere && data.pages.length < MAX_PAGES) void fetchNextPage();
  }, [name, data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return name;
}

/** The name of the note that the address leads to, for the notes below. */
export const AddressedNote = createContext<string | null>(null);

/** Attributes of the element of a note: its name, and whether the address leads to it. */
export function useNoteAnchor(note: Pick<Note, 'id'>): { id: string; 'data-addressed': true | undefined } {
  const id = anchorOf(note);
  return { id, 'data-addressed': useContext(AddressedNote) === id || undefined };
}

/** Whether a note of the discussion has this anchor. */
export function holds(discussion: Discussion, name: string): boolean {
  return discussion.notes.nodes?.some((note) => note && anchorOf(note) === name) ?? false;
}

function watchHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
