import { localSetting } from '../ui/local-setting.ts';

/** The width that was chosen in this browser, in pixels; null: none. Another screen needs another width, so the server does not store it. */
export const detailsWidthSetting = localSetting<number | null>(
  'roadmap.details',
  (stored) => Number(stored) || null,
  (width) => (width === null ? null : String(width)),
);

/**
 * The width of the details column, in pixels: the chosen one within 240 and half of the window; 0 on phones, where details stand above
 * their bars.
 */
export function detailsWidthAt(windowWidth: number, chosen: number | null): number {
  if (windowWidth <= 640) return 0;
  if (chosen === null) return windowWidth < 1024 ? 272 : 344;
  return Math.min(Math.max(chosen, 240), windowWidth >> 1);
}
