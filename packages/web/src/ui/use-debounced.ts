import { useEffect, useState } from 'react';

/** The debounce before a request. */
const TYPING_DEBOUNCE_MS = 250;
/** The same for the search of groups and projects. */
export const NAMESPACE_DEBOUNCE_MS = 500;

/** A debounced value; an emptied field applies immediately. `delay` in milliseconds. */
export function useDebounced<Value extends string | number>(value: Value, delay: number = TYPING_DEBOUNCE_MS): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (value === debounced) return undefined;
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : delay);
    return () => clearTimeout(timer);
  }, [value, debounced, delay]);
  return debounced;
}
