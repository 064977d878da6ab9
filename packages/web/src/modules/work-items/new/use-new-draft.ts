import { useEffect, useRef, useState } from 'react';
import { printSearch, type SearchParameters } from '../../../platform/navigation/search.ts';
import { forgetDraft, keepDraft, readDraft } from '../edit/drafts.ts';

/** The two texts of a new item. */
export interface NewText {
  title: string;
  description: string;
}

/** The initial values of the form of a new item. */
export interface NewBeginning {
  /** The path of the form's page, the key of its draft. */
  path: string;
  /** The parameters of its address, as text. */
  address: string;
  /** The values from the address. */
  given: NewText;
  /** The initial values: the draft, unless the address says otherwise. */
  text: NewText;
  isRestored: boolean;
}

/**
 * The input of an earlier visit, or the values of the address. An address with parameters overrides a draft, except one that
 * was typed at the same address.
 */
export function useNewBeginning(path: string, parameters: SearchParameters, given: NewText): NewBeginning {
  const [beginning] = useState(() => {
    const address = printSearch(parameters);
    const draft = readDraft(path);
    const isRestored = draft !== null && (address === '' || draft.address === address);
    const text = isRestored ? { title: draft.title, description: draft.description } : given;
    return { path, address, given, text, isRestored };
  });
  return beginning;
}

export interface NewDraft {
  /** The form began with it, and it was not discarded since. */
  isRestored: boolean;
  /** The values are stored as a draft. */
  isKept: boolean;
  /** Resets to the values of the address. */
  discard(): void;
  /** Stops storing the draft: the item was created or discarded. */
  forget(): void;
}

const PAUSE_MS = 300;

/** Stores the input of a new item's form in this browser until the item is created. */
export function useNewDraft(
  { path, given, text, isRestored: wasRestored }: NewBeginning,
  form: { values: NewText; set(change: NewText): void },
  parameters: SearchParameters,
): NewDraft {
  const { title, description } = form.values;
  const [isRestored, setRestored] = useState(wasRestored);
  const [kept, setKept] = useState<NewText | null>(wasRestored ? text : null);
  const seen = useRef(text);
  const isOver = useRef(false);
  // A selected template is part of the address, too.
  const address = printSearch(parameters);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isOver.current || (seen.current.title === title && seen.current.description === description)) return;
      seen.current = { title, description };
      if (title === given.title && description === given.description) {
        forgetDraft(path);
        setKept(null);
      } else if (keepDraft(path, { title, description, address })) setKept(seen.current);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [title, description, path, address, given]);
  return {
    isRestored,
    isKept: kept !== null && kept.title === title && kept.description === description,
    discard() {
      setRestored(false);
      forgetDraft(path);
      form.set(given);
    },
    forget() {
      isOver.current = true;
      forgetDraft(path);
    },
  };
}
