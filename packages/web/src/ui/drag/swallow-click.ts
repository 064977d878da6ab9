/** The maximum delay between the end of a press and its click. */
const CLICK_TIMEOUT_MS = 50;

/**
 * Keeps the click of a press from reaching anything, for example the link that was dragged. `isPressed`: the press is still
 * under way, so wait for its end.
 */
export function swallowClick(isPressed: boolean): void {
  const stop = new AbortController();
  const { signal } = stop;
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  // A press that ends on another element has no click: the listener must not swallow that of a later press.
  const expire = (): void => void setTimeout(() => stop.abort(), CLICK_TIMEOUT_MS);
  window.addEventListener('click', swallow, { capture: true, once: true, signal });
  // The next press has its own click.
  window.addEventListener('pointerdown', () => stop.abort(), { capture: true, signal });
  if (!isPressed) return expire();
  window.addEventListener('pointerup', expire, { once: true, signal });
  window.addEventListener('pointercancel', expire, { once: true, signal });
}
