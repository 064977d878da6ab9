/** Blocks of a text that are drawn together. */
const BLOCKS = 24;

/**
 * Groups the blocks of a long rendered text into slices, whose rendering the browser skips outside the viewport: single blocks
 * would be too many to track. The text itself is unchanged.
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
