import type { BarShape } from './bar-shape.ts';
import { isDarkInk } from './ink.ts';

export interface BarColors {
  color: string;
  textColor: string;
}

/** The custom properties of a bar: its place is in them, so that only they change when the layout does. */
export function barProperties(shape: BarShape, { color, textColor }: BarColors, progress: number | null) {
  return {
    '--x': `${round(shape.left)}px`,
    '--w': `${round(shape.width)}px`,
    '--bar': color,
    '--on-bar': textColor,
    ...(hasProgress(shape, progress) ? { '--share': progress } : {}),
  };
}

/** The attributes that the styles of a bar read; undefined for those that it lacks. */
export function barAttributes(shape: BarShape, textColor: string, progress: number | null) {
  return {
    'data-small': shape.isTiny ? 'tiny' : shape.isSmall || undefined,
    'data-progress': hasProgress(shape, progress) || undefined,
    'data-ink': isDarkInk(textColor) ? 'dark' : undefined,
    'data-start': shape.startEnd === 'date' ? undefined : shape.startEnd,
    'data-end': shape.dueEnd === 'date' ? undefined : shape.dueEnd,
  };
}

/** What stands in a bar. */
export function barTitle(shape: BarShape, title: string): string {
  return shape.isSmall ? '...' : title;
}

/** Whether a bar says how far its item is. */
export function hasProgress(shape: BarShape, progress: number | null): progress is number {
  return progress !== null && shape.hasRoomForProgress;
}

/** Hundredths of a pixel are exact enough, and keep the attributes short. */
function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
