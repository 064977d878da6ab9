/** Long work that yields to the page, can be canceled, and reports its progress. */
export interface Work {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/** A frame's duration, less what the browser needs of it. */
const turnMs = 10;

/** Runs something `count` times, in slices of a frame. Throws an AbortError when canceled. */
export async function yieldingBetween(
  count: number,
  work: Work,
  each: (index: number) => void | Promise<void>,
): Promise<void> {
  let began = performance.now();
  for (let index = 0; index < count; index += 1) {
    const result = each(index);
    // oxlint-disable-next-line no-await-in-loop -- in order, and only where there is something to wait for
    if (result) await result;
    if (performance.now() - began < turnMs) continue;
    work.onProgress(index / count);
    // oxlint-disable-next-line no-await-in-loop -- the pause is the point
    await pause();
    work.signal.throwIfAborted();
    began = performance.now();
  }
  work.signal.throwIfAborted();
  work.onProgress(1);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
