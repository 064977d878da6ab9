import { useSyncExternalStore } from 'react';
import type { Page } from '../../platform/navigation/routes.ts';
import { useLocalSetting } from '../../ui/use-local-setting.ts';
import { isRoomy, navigationSettingOf, type NavigationWidth } from '../../platform/navigation/navigation-setting.ts';

const narrow = '(max-width: 1023px)';

/** The width of the navigation on a page, and a function that stores another choice. */
export function useNavigationWidth(page: Page | undefined): [NavigationWidth, (width: NavigationWidth) => void] {
  const [chosen, choose] = useLocalSetting(navigationSettingOf(page));
  const isNarrow = useMedia(narrow);
  return [chosen ?? (isRoomy(page) || isNarrow ? 'rail' : 'wide'), choose];
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
