import { useEffect, useState } from 'react';

/** Typing rests this long before the server is asked. */
const TYPING_REST_MS = 250;

/** A text once typing rests; an emptied field at once. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === rested) return undefined;
    const timer = setTimeout(() => setRested(text), text === '' ? 0 : TYPING_REST_MS);
    return () => clearTimeout(timer);
  }, [text, rested]);
  return rested;
}
