import type { Search } from '@milepost/core/filter-bar/recent-searches';
import { printRecentSearches, readRecentSearches, withRecentSearch } from '@milepost/core/filter-bar/recent-searches';
import { useCallback, useState } from 'react';

export interface RecentSearches {
  searches: readonly Search[];
  /** What was stored could not be read. It is left as it is until another search is kept. */
  isBroken: boolean;
  add: (search: Search) => void;
  clear: () => void;
}

/** The searches this browser's person made last, under `key`. Without a storage they last as long as the page, and nobody is told. */
export function useRecentSearches(key: string): RecentSearches {
  const [loaded, setLoaded] = useState(() => load(key));
  const current = loaded.key === key ? loaded : load(key);
  if (current !== loaded) setLoaded(current);
  const keep = useCallback(
    (searches: readonly Search[], isStored: boolean) => setLoaded({ key, searches, isStored, isBroken: false }),
    [key],
  );
  const add = (search: Search): void => {
    // Another tab may have kept some since.
    const now = load(key);
    const searches = withRecentSearch(now.isStored ? now.searches : current.searches, search);
    keep(searches, store(key, searches));
  };
  return { searches: current.searches, isBroken: current.isBroken, add, clear: () => keep([], store(key, [])) };
}

interface Loaded {
  key: string;
  searches: readonly Search[];
  isBroken: boolean;
  /** False where the browser has no storage for us. */
  isStored: boolean;
}

function load(key: string): Loaded {
  let text: string | null;
  try {
    text = localStorage.getItem(key);
  } catch {
    return { key, searches: [], isBroken: false, isStored: false };
  }
  try {
    return { key, searches: readRecentSearches(text), isBroken: false, isStored: true };
  } catch {
    return { key, searches: [], isBroken: true, isStored: true };
  }
}

/** Gives whether there is a storage that took them. */
function store(key: string, searches: readonly Search[]): boolean {
  try {
    if (searches.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, printRecentSearches(searches));
    return true;
  } catch {
    return false;
  }
}
