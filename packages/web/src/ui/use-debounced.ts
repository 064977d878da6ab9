import { useEffect, useState } from 'react';

/** The debounce before a request. */
const TYPING_REST_MS = 250;
/** The same for the search of groups and projects. */
export const PLACE_REST_MS = 500;

/** A debounced text; an emptied field applies immediately. */
export function useDebounced(text: string, rest: number = TYPING_REST_MS): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (text === debounced) return undefined;
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : rest);
    return () => clearTimeout(timer);
  }, [text, debounced, rest]);
  return debounced;
}
