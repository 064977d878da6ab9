import { localSetting } from '../ui/local-setting.ts';

/** The least width of the details column that can be chosen, in pixels. */
export const leastDetailsWidth = 240;

/** The greatest one in a window of this width: the timeline keeps half of it. */
export const mostDetailsWidth = (windowWidth: number): number => Math.floor(windowWidth / 2);

/** The width that was chosen in this browser, in pixels; null: none. Another screen needs another width, so the server does not store it. */
export const detailsWidthSetting = localSetting<number | null>(
  'roadmap.details',
  (stored) => Number(stored) || null,
  (width) => (width === null ? null : String(width)),
);

/** The width of the details column in pixels; 0 on phones, where details stand above their bars. */
export function detailsWidthAt(windowWidth: number, chosen: number | null): number {
  if (windowWidth <= 640) return 0;
  if (chosen === null) return windowWidth < 1024 ? 272 : 344;
  return Math.min(Math.max(chosen, leastDetailsWidth), mostDetailsWidth(windowWidth));
}
