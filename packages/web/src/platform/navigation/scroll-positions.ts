import type { PageLocation } from './page-location.ts';

interface Position {
  left: number;
  top: number;
}

/** Positions of one entry of the history: of the window, and of elements by their selector. */
type Positions = Record<string, Position>;

const STORAGE_KEY = 'milepost.scroll';
const WINDOW = 'window';
/** Maximum number of history entries with stored positions; older ones open at the top. */
const MAX_ENTRIES = 100;

/**
 * Scroll positions by entry of the history. Back and Forward, and a reload, return to where an entry was scrolled; a new entry starts at
 * the top or at the element that its hash names. The browser's own restoration comes too early for pages that are drawn later.
 */
export class ScrollPositions {
  readonly #entries = new Map<string, Positions>(Object.entries(readStored()));
  /**
   * What was scrolled since the present entry was shown, and to where. Read when it scrolls: in a page that ends, reading forces a layout of
   * all of it, which delays the next page.
   */
  readonly #scrolled = new Map<Document | Element, Position>();
  #isRestoring = false;
  #current: PageLocation | null = null;

  constructor() {
    window.history.scrollRestoration = 'manual';
    document.addEventListener('scroll', ({ target }) => this.#note(target), true);
    window.addEventListener('pagehide', () => {
      // The document may be restored by the browser alone.
      window.history.scrollRestoration = 'auto';
      if (this.#current) this.leave(this.#current);
      store(Object.fromEntries(this.#entries));
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) window.history.scrollRestoration = 'manual';
    });
  }

  /** Stores the scroll positions of a location. */
  leave({ key }: PageLocation): void {
    const positions = { ...this.#entries.get(key) };
    for (const [target, position] of this.#scrolled) {
      if (target instanceof Document) positions[WINDOW] = position;
      else if (target.isConnected) positions[selectorOf(target)] = position;
    }
    this.#scrolled.clear();
    this.#keep(key, positions);
  }

  /** Scrolls a page that was just rendered. `keepScroll`: only its parameters changed, and its position stays. */
  arrive({ from, to, keepScroll }: { from: PageLocation | null; to: PageLocation; keepScroll: boolean }): void {
    this.#current = to;
    this.#scrolled.clear();
    const positions = this.#inherited(from, to, keepScroll);
    this.#isRestoring = true;
    try {
      if (!keepScroll) restore(positions, to.hash === '');
      if (to.hash !== '' && (keepScroll || !positions[WINDOW])) {
        document.getElementById(decodeURIComponentSafely(to.hash.slice(1)))?.scrollIntoView();
      }
    } finally {
      this.#isRestoring = false;
    }
  }

  /** An element that stays mounted keeps its position: the new entry takes it over. */
  #inherited(from: PageLocation | null, to: PageLocation, keepScroll: boolean): Positions {
    const own = this.#entries.get(to.key) ?? {};
    if (!from || from.key === to.key) return own;
    const kept = Object.entries(this.#entries.get(from.key) ?? {}).filter(([selector]) =>
      selector === WINDOW ? keepScroll : document.querySelector(selector) !== null,
    );
    const positions = { ...Object.fromEntries(kept), ...own };
    this.#keep(to.key, positions);
    return positions;
  }

  #keep(key: string, positions: Positions): void {
    this.#entries.delete(key);
    if (Object.keys(positions).length === 0) return;
    this.#entries.set(key, positions);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }

  #note(target: EventTarget | null): void {
    if (this.#isRestoring) return;
    if (target instanceof Document) this.#scrolled.set(target, { left: window.scrollX, top: window.scrollY });
    else if (target instanceof Element) this.#scrolled.set(target, { left: target.scrollLeft, top: target.scrollTop });
  }
}

function restore(positions: Positions, isTopByDefault: boolean): void {
  for (const [selector, { left, top }] of Object.entries(positions)) {
    if (selector !== WINDOW) document.querySelector(selector)?.scrollTo({ left, top, behavior: 'instant' });
  }
  const position = positions[WINDOW] ?? (isTopByDefault ? { left: 0, top: 0 } : null);
  if (position) window.scrollTo(position);
}

/** The path of an element from the root: the same element of the same page has it again after a new render. */
function selectorOf(element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    let index = 1;
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) index += 1;
    parts.unshift(`${at.localName}:nth-child(${index})`);
  }
  return parts.join(' > ');
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readStored(): Record<string, Positions> {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, Positions>;
  } catch {
    return {};
  }
}

function store(entries: Record<string, Positions>): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(entries));
  } catch {
    // Without storage a reload starts at the top.
  }
}
