import type { ForecastInputs, ForecastWeeks } from '@milepost/core/roadmap/forecast/forecast';

let last: Promise<unknown> = Promise.resolve();

/** The same after the ones before have ended: many workers at once would slow the page down. */
export function simulateSequentially(
  inputs: ForecastInputs,
  seed: number,
  signal: AbortSignal,
): Promise<ForecastWeeks> {
  const result = last.then(() => {
    signal.throwIfAborted();
    return simulate(inputs, seed, signal);
  });
  last = result.catch(() => undefined);
  return result;
}

/** Runs a simulation in a worker of its own. */
export function simulate(inputs: ForecastInputs, seed: number, signal: AbortSignal): Promise<ForecastWeeks> {
  const worker = new Worker(new URL('./forecast-worker.ts', import.meta.url), { type: 'module' });
  const result = new Promise<ForecastWeeks>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ForecastWeeks>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker did not start')));
    signal.addEventListener('abort', () => reject(new DOMException('Canceled', 'AbortError')));
  });
  worker.postMessage({ inputs, seed }, []);
  return result.finally(() => worker.terminate());
}
