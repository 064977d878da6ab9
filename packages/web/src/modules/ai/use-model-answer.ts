import { useEffect, useRef, useState } from 'react';

/** The state of a request to the model: waiting, answered, failed, or stopped by the person. */
export type ModelAnswer<Answer> =
  | { state: 'waiting' }
  | { state: 'answered'; answer: Answer }
  | { state: 'failed'; error: Error }
  | { state: 'stopped' };

/** Asks when the component appears and each time `again` is called; `stop`, and leaving the component, cancel the request. */
export function useModelAnswer<Answer>(ask: (signal: AbortSignal) => Promise<Answer>) {
  const [current, setCurrent] = useState<ModelAnswer<Answer>>({ state: 'waiting' });
  const [round, setRound] = useState(0);
  const running = useRef<AbortController | null>(null);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const controller = new AbortController();
    running.current = controller;
    latest
      .current(controller.signal)
      .then((answer) => !controller.signal.aborted && setCurrent({ state: 'answered', answer }))
      .catch((error: Error) => !controller.signal.aborted && setCurrent({ state: 'failed', error }));
    return () => controller.abort();
  }, [round]);
  return {
    current,
    stop(): void {
      running.current?.abort();
      setCurrent({ state: 'stopped' });
    },
    again(): void {
      setCurrent({ state: 'waiting' });
      setRound((now) => now + 1);
    },
  };
}
