import type { Search } from '@milepost/core/filter-bar/recent-searches';
import { printRecentSearches, readRecentSearches, withRecentSearch } from '@milepost/core/filter-bar/recent-searches';
import { useCallback, useState } from 'react';

export interface RecentSearches {
  searches: readonly Search[];
  /** The stored value could not be parsed. It is left alone until another search is stored. */
  isBroken: boolean;
  add: (search: Search) => void;
  clear: () => void;
}

/** This browser's recent searches, under `key`. Without storage they last as long as the page. */
export function useRecentSearches(key: string): RecentSearches {
  const [loaded, setLoaded] = useState(() => load(key));
  const current = loaded.key === key ? loaded : load(key);
  if (current !== loaded) setLoaded(current);
  const keep = useCallback(
    (searches: readonly Search[], isStored: boolean) => setLoaded({ key, searches, isStored, isBroken: false }),
    [key],
  );
  const add = (search: Search): void => {
    // Another tab may have saved some since.
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
  /** False if the browser offers no storage. */
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

/** Returns whether they were stored. */
function store(key: string, searches: readonly Search[]): boolean {
  try {
    if (searches.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, printRecentSearches(searches));
    return true;
  } catch {
    return false;
  }
}
