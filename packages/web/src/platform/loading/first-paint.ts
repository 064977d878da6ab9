/**
 * The content of the application's container before the application runs. Plain elements, because nothing else is loaded yet.
 */
export interface FirstPaint {
  /** Attached to the document. */
  element: HTMLElement;
  /** Hands over scroll position and focus to the application, which is rendered below it by now. */
  leave(): void;
}

let standing: FirstPaint | null = null;
/** A page of the application is on screen: no first paint may be shown from now on. */
let isOver = false;
/** Resolves once the current first paint was painted. */
let painting: Promise<void> = Promise.resolve();
let stopWatching: () => void = () => undefined;

/**
 * Shows a first paint until the application renders, and repaints it when the window is resized. Does nothing if the tab is
 * hidden or the page is already rendered. The promise resolves once it was painted.
 */
export async function showFirstPaint(draw: () => FirstPaint): Promise<void> {
  if (isOver || standing || document.hidden) return;
  const show = (): void => {
    standing?.element.remove();
    standing = draw();
  };
  show();
  window.addEventListener('resize', show);
  stopWatching = () => window.removeEventListener('resize', show);
  painting = painted();
  await painting;
}

/** Resolves once the first paint was painted; immediately if there is none. */
export function firstPaintOnScreen(): Promise<void> {
  return painting;
}

/** The page of the application is rendered: removes the first paint, in the same frame if called before that frame is painted. */
export function endFirstPaint(): void {
  isOver = true;
  stopWatching();
  const firstPaint = standing;
  if (!firstPaint) return;
  standing = null;
  firstPaint.leave();
  firstPaint.element.remove();
}

/** For tests, which have many pages in one document. */
export function forgetFirstPaint(): void {
  stopWatching();
  standing?.element.remove();
  standing = null;
  painting = Promise.resolve();
  isOver = false;
}

/** Waits for the page's own text and for its stylesheets; false where one of those could not be fetched. */
export async function hasStyles(): Promise<boolean> {
  if (document.readyState === 'loading') await once(document, 'readystatechange');
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const coming = sheets.filter((link) => link.sheet === null);
  await Promise.all(coming.map((link) => Promise.race([once(link, 'load'), once(link, 'error')])));
  return sheets.every((link) => link.sheet !== null);
}

export function once(target: EventTarget, event: string): Promise<void> {
  return new Promise((resolve) => target.addEventListener(event, () => resolve(), { once: true }));
}

/** A task posted from a frame runs after that frame was painted. A hidden window has no frames. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestFrame);
  });
}

/** In milliseconds. */
const longestFrame = 100;
