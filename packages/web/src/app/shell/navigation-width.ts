import { useSyncExternalStore } from 'react';
import type { Page } from '../addresses.ts';
import { localSetting } from '../local-setting.ts';
import { useLocalSetting } from '../use-local-setting.ts';

export type NavigationWidth = 'rail' | 'wide';

const read = (stored: string | null): NavigationWidth | null =>
  stored === 'rail' || stored === 'wide' ? stored : null;

/** The roadmap and the item pages need the room: they open with the rail, and remember a choice of their own. */
const onRoomyPages = localSetting('navigation.work', read, (width) => width);
const elsewhere = localSetting('navigation', read, (width) => width);
const roomy = new Set<Page | undefined>(['roadmap', 'epic', 'issue']);

const narrow = '(max-width: 1023px)';

/** How wide the navigation stands on a page, and the function that remembers another choice. */
export function useNavigationWidth(page: Page | undefined): [NavigationWidth, (width: NavigationWidth) => void] {
  const isRoomy = roomy.has(page);
  const [chosen, choose] = useLocalSetting(isRoomy ? onRoomyPages : elsewhere);
  const isNarrow = useMedia(narrow);
  return [chosen ?? (isRoomy || isNarrow ? 'rail' : 'wide'), choose];
}

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
