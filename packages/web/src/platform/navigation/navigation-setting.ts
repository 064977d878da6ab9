import type { Page } from './routes.ts';
import { localSetting } from '../settings/local-setting.ts';

export type NavigationWidth = 'rail' | 'wide';

const read = (stored: string | null): NavigationWidth | null =>
  stored === 'rail' || stored === 'wide' ? stored : null;

/** The roadmap and the item pages need the room: they open with the rail, and remember a choice of their own. */
const onRoomyPages = localSetting('navigation.work', read, (width) => width);
const onOtherPages = localSetting('navigation', read, (width) => width);
const roomy = new Set<Page | undefined>(['roadmap', 'epic', 'issue']);

/** Whether a page opens with the rail. */
export function isRoomy(page: Page | undefined): boolean {
  return roomy.has(page);
}

/** What was chosen for pages like this one; null where nothing was. */
export function navigationSettingOf(page: Page | undefined) {
  return isRoomy(page) ? onRoomyPages : onOtherPages;
}
