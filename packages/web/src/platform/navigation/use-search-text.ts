import { useEffect, useRef, useState } from 'react';
import { textOf } from './search.ts';
import { useSearchParameters } from './use-search.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

/**
 * A search text that is stored in the address under `name`. `typed` is the value of the field; after a debounce it replaces the
 * address's parameter, and `text` is that parameter, which is requested. When the address changes otherwise, by Back or a link,
 * the field follows.
 */
export function useSearchText(name = 'search'): { text: string; typed: string; type(text: string): void } {
  const [parameters, change] = useSearchParameters();
  const text = textOf(parameters, name);
  const [typed, type] = useState(text);
  const debounced = useDebounced(typed);
  const taken = useRef(debounced);
  /** The text that was written to the address and has not been read back yet: more may have been typed by then. */
  const underway = useRef<readonly string[]>([]);
  useEffect(() => {
    const at = underway.current.indexOf(text);
    underway.current = at === -1 ? [] : underway.current.slice(at + 1);
    if (at === -1) type(text);
  }, [text]);
  useEffect(() => {
    if (taken.current === debounced) return;
    taken.current = debounced;
    if (debounced === text) return;
    underway.current = [...underway.current, debounced];
    change({ [name]: debounced }, { replace: true });
  }, [debounced, text, name, change]);
  return { text, typed, type };
}
