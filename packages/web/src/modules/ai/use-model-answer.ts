import { useEffect, useRef, useState } from 'react';

/**
 * The state of a request to the model: waiting, answering (a part of the answer is there), answered, failed, or stopped by the person.
 * What was answered before a failure or a stop stays.
 */
export type ModelAnswer<Answer> =
  | { state: 'waiting' }
  | { state: 'answering' | 'answered'; answer: Answer }
  | { state: 'failed'; error: Error; answer: Answer | null }
  | { state: 'stopped'; answer: Answer | null };

/** Sends the request. It may call `show` with parts of the answer before it resolves with the whole one. */
type Ask<Answer> = (signal: AbortSignal, show: (part: Answer) => void) => Promise<Answer>;

/**
 * Asks when the component appears and each time `again` is called; `stop`, and leaving the component, cancel the request. `known`: an
 * answer that is there already, so that only `again` asks.
 */
export function useModelAnswer<Answer>(ask: Ask<Answer>, known?: Answer) {
  const [current, setCurrent] = useState<ModelAnswer<Answer>>(
    known === undefined ? { state: 'waiting' } : { state: 'answered', answer: known },
  );
  const [round, setRound] = useState(known === undefined ? 1 : 0);
  const running = useRef<AbortController | null>(null);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (round === 0) return undefined;
    const controller = new AbortController();
    running.current = controller;
    const set = (next: (before: ModelAnswer<Answer>) => ModelAnswer<Answer>): void => {
      if (!controller.signal.aborted) setCurrent(next);
    };
    latest
      .current(controller.signal, (answer) => set(() => ({ state: 'answering', answer })))
      .then((answer) => set(() => ({ state: 'answered', answer })))
      .catch((error: Error) => set((before) => ({ state: 'failed', error, answer: partOf(before) })));
    return () => controller.abort();
  }, [round]);
  return {
    current,
    stop(): void {
      running.current?.abort();
      setCurrent((before) => ({ state: 'stopped', answer: partOf(before) }));
    },
    retry(): void {
      setCurrent({ state: 'waiting' });
      setRound((now) => now + 1);
    },
  };
}

function partOf<Answer>(current: ModelAnswer<Answer>): Answer | null {
  return 'answer' in current ? current.answer : null;
}
