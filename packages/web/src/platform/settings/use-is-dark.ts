import { useSyncExternalStore } from 'react';
import { themeSetting } from './theme.ts';

const DARK = '(prefers-color-scheme: dark)';

/** Whether the dark theme is active, by this browser's setting or the system's; updated when either changes. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}

function isDark(): boolean {
  const theme = themeSetting.get();
  return theme === 'dark' || (theme === 'system' && window.matchMedia(DARK).matches);
}

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia(DARK);
  system.addEventListener('change', listener);
  const stop = themeSetting.subscribe(listener);
  return () => {
    system.removeEventListener('change', listener);
    stop();
  };
}
