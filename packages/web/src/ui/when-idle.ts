/** Acts when the browser is idle, after `delay` milliseconds at the earliest. Returns a function that cancels it. */
export function whenIdle(act: () => void, delay = 0): () => void {
  const timer = setTimeout(
    () => (window.requestIdleCallback ? window.requestIdleCallback(act, { timeout: 1_000 }) : act()),
    delay,
  );
  return () => clearTimeout(timer);
}
