import type { HistoryLocation, RouterHistory } from '@tanstack/history';
import { parseSearch, printSearch, type SearchChange } from './search.ts';
import type { ScrollPositions } from './scroll-positions.ts';
import type { PageLocation } from './page-location.ts';
import { createListeners } from '../../ui/listeners.ts';

export interface RouterState {
  /** The location of the page on screen. While another page loads it stays the old one. */
  shown: PageLocation;
  /** Where the address bar is: the location to be shown next. */
  target: PageLocation;
  /** `loading`: the page takes long, and a placeholder is shown instead. */
  status: 'ready' | 'loading' | 'failed';
  /** Why the page could not be loaded. */
  error: unknown;
}

export interface NavigateOptions {
  /** Replaces the entry of the history instead of adding one. */
  replace?: boolean;
  /** Makes a new entry even when the address stays the same. */
  anew?: boolean;
  keepScroll?: boolean;
}

export interface RouterOptions {
  history: RouterHistory;
  /** Loads code and data of a page before it is shown. Undefined when there is nothing to wait for. */
  load?(location: PageLocation): Promise<void> | undefined;
  scroll?: ScrollPositions;
}

/** A page that is ready within this time replaces the previous one directly; else a placeholder comes first. */
const PLACEHOLDER_DELAY_MS = 200;

/** Keeps the page on screen in step with the browser's history. It knows locations, not pages. */
export class Router {
  readonly history: RouterHistory;
  readonly #options: RouterOptions;
  readonly #listeners = createListeners();
  #state: RouterState;
  /** Of the latest navigation: earlier ones that are still loading are dropped. */
  #attempt = 0;
  #keepsScroll = false;
  #rendered: PageLocation | null = null;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.history = options.history;
    const here = locationOf(this.history.location);
    this.#state = { shown: here, target: here, status: 'loading', error: null };
  }

  get state(): RouterState {
    return this.#state;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Starts following the history. The promise resolves when the first page is loaded or has failed. */
  start(): Promise<void> {
    const { href, state } = this.history.location;
    const canonical = canonicalHref(href);
    if (canonical !== href) this.history.replace(canonical, state);
    const here = locationOf(this.history.location);
    this.#set({ shown: here, target: here });
    this.history.subscribe(({ location }) => this.#follow(locationOf(location)));
    return this.#load(here);
  }

  navigate(href: string, { replace = false, anew = false, keepScroll = false }: NavigateOptions = {}): void {
    const next = canonicalHref(href);
    if (next === this.history.location.href && !anew) return;
    this.#keepsScroll = keepScroll;
    if (replace) this.history.replace(next);
    else this.history.push(next);
  }

  /** Changes parameters of the present page; its scroll position stays unless `keepScroll` is false. The peek stays open. */
  navigateSearch(search: SearchChange, { keepScroll = true, replace = false }: NavigateOptions = {}): void {
    const { shown, target } = this.#state;
    // The page on screen is being left: its pending changes of the address are obsolete.
    if (shown.pathname !== target.pathname) return;
    this.navigate(target.pathname + printSearch({ ...search, peek: target.peek }), { replace, keepScroll });
  }

  /** To be called when the page of the present state is in the document. */
  rendered(): void {
    const { shown, status } = this.#state;
    if (status === 'loading' || this.#rendered === shown) return;
    this.#options.scroll?.arrive({ from: this.#rendered, to: shown, keepScroll: this.#keepsScroll });
    this.#keepsScroll = false;
    this.#rendered = shown;
  }

  #follow(location: PageLocation): void {
    const { shown, target } = this.#state;
    if (location.key === target.key) return;
    this.#options.scroll?.leave(shown);
    const isSamePage = location.pathname === target.pathname;
    // Back from a peek, or to it: the page beside it stays as it is.
    if (isSamePage && location.peek !== target.peek) this.#keepsScroll = location.search === target.search;
    if (!isSamePage) void this.#load(location);
    // The same page with other parameters: nothing has to be loaded.
    else if (shown.pathname === location.pathname) this.#set({ shown: location, target: location });
    else this.#set({ target: location });
  }

  #load(location: PageLocation): Promise<void> {
    const attempt = ++this.#attempt;
    const { shown, status } = this.#state;
    const isOnScreen = location.pathname === shown.pathname && status === 'ready';
    const loading = isOnScreen ? undefined : this.#options.load?.(location);
    if (!loading) {
      this.#set({ shown: location, target: location, status: 'ready', error: null });
      return Promise.resolve();
    }
    this.#set({ target: location });
    const show = (status: RouterState['status'], error: unknown = null): void => {
      clearTimeout(timer);
      // Its parameters may have changed since.
      if (attempt === this.#attempt) this.#set({ shown: this.#state.target, status, error });
    };
    const timer = setTimeout(() => show('loading'), PLACEHOLDER_DELAY_MS);
    return loading.then(
      () => show('ready'),
      (error: unknown) => show('failed', error),
    );
  }

  #set(change: Partial<RouterState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.notify();
  }
}

function locationOf({ pathname, search, hash, state }: HistoryLocation): PageLocation {
  const { peek = '', ...own } = parseSearch(search);
  return { pathname, search: printSearch(own), peek: String(peek), hash, key: state.__TSR_key ?? '' };
}

/** The href as this application prints it, so that one list has one address. */
function canonicalHref(href: string): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  return (path.replace(/\/+$/, '') || '/') + printSearch(parseSearch(search)) + hash;
}
