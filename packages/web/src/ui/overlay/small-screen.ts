import { useSyncExternalStore } from 'react';

const query = '(max-width: 640px)';

/** Whether popovers are bottom sheets, by the same media query as the styles. */
export function isSmallScreen(): boolean {
  return window.matchMedia(query).matches;
}

/** The same in a component, which renders again when the window is resized. */
export function useSmallScreen(): boolean {
  return useSyncExternalStore(subscribe, isSmallScreen);
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
