import type { Page } from './routes.ts';
import { localSetting } from '../../ui/local-setting.ts';

export type NavigationWidth = 'rail' | 'wide';

const read = (stored: string | null): NavigationWidth | null =>
  stored === 'rail' || stored === 'wide' ? stored : null;

/** The roadmap, boards and the item pages need the width: they open with the rail, and have a setting of their own. */
const onRoomyPages = localSetting('navigation.work', read, (width) => width);
const onOtherPages = localSetting('navigation', read, (width) => width);
const roomy = new Set<Page | undefined>(['roadmap', 'groupBoards', 'projectBoards', 'epic', 'issue']);

/** Whether a page opens with the rail. */
export function isRoomy(page: Page | undefined): boolean {
  return roomy.has(page);
}

/** The stored setting of pages like this one; null if there is none. */
export function navigationSettingOf(page: Page | undefined) {
  return isRoomy(page) ? onRoomyPages : onOtherPages;
}
