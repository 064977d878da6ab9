import { createContext, use, useMemo, useState, useSyncExternalStore } from 'react';

/** Narrower screens are small: there the sidebar overlays the page. */
const SMALL_SCREEN = '(max-width: 991.98px)';
/** The name that existing clients use. */
const COOKIE = 'collapsed_gutter';
const YEAR_SECONDS = 31_536_000;

export interface SidebarState {
  /** Of the sidebar's element. */
  id: string;
  isOpen: boolean;
  isSmall: boolean;
  setOpen(isOpen: boolean): void;
}

export const SidebarContext = createContext<SidebarState | null>(null);

/** The sidebar of the current page; null outside of one. */
export function useSidebar(): SidebarState | null {
  return use(SidebarContext);
}

/** Open or closed: on a wide screen as stored in a cookie, on a small one always closed initially. */
export function useSidebarState(id: string): SidebarState {
  const isSmall = useSyncExternalStore(watchScreen, isSmallScreen);
  const [isCollapsed, setCollapsed] = useState(readCollapsed);
  const [isAskedFor, setAskedFor] = useState(false);
  const isOpen = isSmall ? isAskedFor : !isCollapsed;
  // Memoized: otherwise all consumers would render again.
  return useMemo(
    () => ({
      id,
      isSmall,
      isOpen,
      setOpen(next) {
        if (isSmall) return setAskedFor(next);
        setCollapsed(!next);
        document.cookie = `${COOKIE}=${!next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
      },
    }),
    [id, isSmall, isOpen],
  );
}

function readCollapsed(): boolean {
  return document.cookie.split('; ').includes(`${COOKIE}=true`);
}

function isSmallScreen(): boolean {
  return window.matchMedia(SMALL_SCREEN).matches;
}

function watchScreen(onChange: () => void): () => void {
  const media = window.matchMedia(SMALL_SCREEN);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
