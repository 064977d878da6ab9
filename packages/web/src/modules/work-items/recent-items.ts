import { useEffect } from 'react';
import { localSetting } from '../../ui/local-setting.ts';

/** An epic, issue or task that was on screen. */
export interface RecentItem {
  path: string;
  title: string;
  reference: string;
}

const MAX_RECENT = 10;

/** The items that this browser showed last, newest first. */
export const recentItems = localSetting<readonly RecentItem[]>(
  'recent-items',
  (stored) => {
    try {
      const list = JSON.parse(stored ?? '[]') as unknown;
      return Array.isArray(list) ? list.filter(isRecentItem).slice(0, MAX_RECENT) : [];
    } catch {
      return [];
    }
  },
  (items) => JSON.stringify(items),
);

function isRecentItem(value: unknown): value is RecentItem {
  const item = value as Partial<RecentItem> | null;
  return [item?.path, item?.title, item?.reference].every((text) => typeof text === 'string');
}

/** Stores the item of a page for the command palette; null while it loads. */
export function useRememberItem(item: RecentItem | null): void {
  const { path = '', title = '', reference = '' } = item ?? {};
  useEffect(() => {
    if (path === '') return;
    const others = recentItems.get().filter((other) => other.path !== path);
    recentItems.set([{ path, title, reference }, ...others].slice(0, MAX_RECENT));
  }, [path, title, reference]);
}
