import { isDarkInk } from './ink.ts';
import type { BarDrawing } from './row-shapes.ts';

/** The custom properties of a bar: its position is in them, so that only they change with the layout. */
export function barProperties({ left, width, color, textColor, share }: BarDrawing) {
  return {
    '--x': `${round(left)}px`,
    '--w': `${round(width)}px`,
    '--bar': color,
    '--on-bar': textColor,
    ...(share === null ? {} : { '--share': share }),
  };
}

/** The attributes that the styles of a bar use; undefined for those that do not apply. */
export function barAttributes({ isTiny, isSmall, share, textColor, startEnd, dueEnd }: BarDrawing) {
  return {
    'data-small': isTiny ? 'tiny' : isSmall || undefined,
    'data-progress': share !== null || undefined,
    'data-ink': isDarkInk(textColor) ? 'dark' : undefined,
    'data-start': startEnd === 'date' ? undefined : startEnd,
    'data-end': dueEnd === 'date' ? undefined : dueEnd,
  };
}

/** The text of a bar in the page. */
export const barTitle = ({ title }: BarDrawing): string => title ?? '...';

/** Two decimals are exact enough, and keep the attributes short. */
function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
