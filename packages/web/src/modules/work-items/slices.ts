/** Blocks of a text that are drawn together. */
const BLOCKS = 24;

/**
 * Lays the blocks of a long rendered text into slices, which the styles let the browser leave undrawn until one comes near them: as
 * single blocks they would be too many to keep in view. The text itself stays as it is.
 */
export function slice(text: HTMLElement): void {
  // In development effects run twice.
  if (text.firstElementChild?.className === 'slice') return;
  const slices: HTMLElement[] = [];
  let now: HTMLElement | undefined;
  for (const node of Array.from(text.childNodes)) {
    if (!now || (node instanceof HTMLElement && now.childElementCount >= BLOCKS)) {
      now = document.createElement('div');
      now.className = 'slice';
      slices.push(now);
    }
    now.append(node);
  }
  text.append(...slices);
}
