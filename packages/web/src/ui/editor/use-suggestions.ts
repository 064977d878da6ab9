import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditorArea, KeyPress } from './editor-area.ts';
import { triggerAt, type SuggestText, type Suggestion, type Trigger } from './editor-suggest.ts';

/** While the user keeps typing, no list is needed. */
const PAUSE_MS = 120;

export interface Suggestions {
  /** Null where nothing is open. */
  trigger: Trigger | null;
  options: readonly Suggestion[];
  /** The options belong to an earlier text: they stay visible until the answer arrives, and cannot be chosen. */
  isOutdated: boolean;
  active: number;
  /** The text or the caret changed. */
  look(): void;
  /** A key for the open list. True if handled. */
  press(key: KeyPress): boolean;
  choose(option: Suggestion): void;
  mark(index: number): void;
  close(): void;
}

interface Found {
  options: readonly Suggestion[];
  /** The sign and text that the options answer. */
  answered: string | null;
}
const nothing: Found = { options: [], answered: null };

/** What is suggested behind the sign at the caret. */
export function useSuggestions(area: RefObject<EditorArea | null>, source: SuggestText | undefined): Suggestions {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [{ options, answered }, setFound] = useState(nothing);
  const [active, mark] = useState(0);
  /** Enter or Tab, pressed while the options were outdated: it chooses the first result. */
  const waiting = useRef<'Enter' | 'Tab' | null>(null);
  /** Where a list was dismissed: it stays closed while typing continues there. */
  const dismissed = useRef<number | null>(null);
  const { sign, typed, start } = trigger ?? {};
  const isOutdated = trigger !== null && answered !== trigger.sign + trigger.typed;

  const close = (): void => {
    waiting.current = null;
    setTrigger(null);
    setFound(nothing);
  };
  const choose = (option: Suggestion): void => {
    const element = area.current;
    if (option.perform !== undefined) {
      if (option.perform) close();
      return option.perform?.();
    }
    if (!element || start === undefined) return undefined;
    const after = element.value.charAt(element.selectionEnd);
    element.type(start, element.selectionEnd, option.insert + (/^\s/.test(after) ? '' : ' '));
    return close();
  };
  const onAnswer = useEffectEvent((first: Suggestion | undefined): void => {
    const key = waiting.current;
    waiting.current = null;
    const element = area.current;
    if (key === null || !element) return;
    if (first) choose(first);
    // There was no result, so the key has its default effect.
    else if (key === 'Enter') element.type(element.selectionEnd, element.selectionEnd, '\n');
  });
  useEffect(() => {
    if (!source || sign === undefined || typed === undefined) return undefined;
    const controller = new AbortController();
    const fetchMatches = async (): Promise<void> => {
      const found = await source.find(sign, typed, controller.signal).catch((): readonly Suggestion[] => []);
      if (controller.signal.aborted) return;
      setFound({ options: found, answered: sign + typed });
      const first = found.findIndex(({ perform }) => perform === undefined);
      mark(first);
      onAnswer(found[first]);
    };
    const timer = setTimeout(() => void fetchMatches(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, sign, typed]);

  return {
    trigger,
    options,
    isOutdated,
    active,
    look() {
      const element = area.current;
      if (!source || !element || element.selectionStart !== element.selectionEnd) {
        if (trigger) close();
        return;
      }
      const next = triggerAt(element.value, element.selectionStart, source.signs);
      if (!next) dismissed.current = null;
      if (!next || dismissed.current === next.start) {
        if (trigger) close();
      } else if (next.sign !== sign || next.typed !== typed || next.start !== start) {
        waiting.current = null;
        if (next.sign !== sign) setFound(nothing);
        setTrigger(next);
      }
    },
    press(event) {
      if (!trigger || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
      const chosen = options[active];
      if (event.key === 'Escape') {
        dismissed.current = trigger.start;
        close();
      } else if (!chosen) {
        if (event.key !== 'ArrowDown' || !options[0]?.perform) return false;
        mark(0);
      } else if (isOutdated) {
        const { key, shiftKey } = event;
        // The rows are about to be replaced: an arrow would end on another entry than the one in view.
        if ((key === 'Enter' || key === 'Tab') && !shiftKey) waiting.current = key;
        else if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
      } else if (event.key === 'ArrowDown') mark((active + 1) % options.length);
      else if (event.key === 'ArrowUp') mark((active + options.length - 1) % options.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(chosen);
      else return false;
      return true;
    },
    choose,
    mark,
    close,
  };
}
