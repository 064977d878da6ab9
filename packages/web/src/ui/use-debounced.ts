import { useEffect, useState } from 'react';

/** The debounce before the server is asked. */
const TYPING_REST_MS = 250;
/** The same where groups and projects are searched for. */
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
