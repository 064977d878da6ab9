/** What was dragged is not followed as a link. The click comes right behind, or never. */
export function swallowClick(): void {
  const stop = new AbortController();
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
}
