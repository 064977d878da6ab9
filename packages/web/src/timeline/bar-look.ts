import { isDarkInk } from './ink.ts';
import type { BarDrawing } from './row-shapes.ts';
import type { SoftBar } from './soft-bar.ts';

/** The custom properties of a bar: its position is in them, so that only they change with the layout. */
export function barProperties({ left, width, color, textColor, share, soft }: BarDrawing) {
  return {
    '--x': `${round(left)}px`,
    '--w': `${round(width)}px`,
    ...(soft ? { '--tone': soft.tone.css, '--edge': soft.edge.css } : { '--bar': color, '--on-bar': textColor }),
    ...(share === null ? {} : { '--share': share }),
  };
}

/** The attributes that the styles of a bar use; undefined for those that do not apply. */
export function barAttributes({ isTiny, isSmall, share, textColor, startEnd, dueEnd, soft }: BarDrawing) {
  return {
    'data-small': isTiny ? 'tiny' : isSmall || undefined,
    'data-progress': share !== null || undefined,
    'data-ink': !soft && isDarkInk(textColor) ? 'dark' : undefined,
    'data-soft': soft ? (soft.isClosed ? 'closed' : 'open') : undefined,
    'data-mark': soft?.mark ?? undefined,
    'data-start': startEnd === 'date' ? undefined : startEnd,
    'data-end': dueEnd === 'date' ? undefined : dueEnd,
  };
}

/** The text of a bar in the page. */
export const barTitle = ({ title, soft }: BarDrawing): string => title ?? (soft ? '' : '...');

/** Two decimals are exact enough, and keep the attributes short. */
function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** A hatch that is longer is only a line: a list of overdue epics would look like a wall. */
const MAX_WHOLE_HATCH = 48;

/** The height of a long hatch; undefined for one as high as its bar. */
export const hatchHeight = (width: number): number | undefined => (width > MAX_WHOLE_HATCH ? 6 : undefined);

/** The position of the hatch after an overdue bar. */
export const lateProperties = ({ left, width }: NonNullable<SoftBar['late']>) => ({
  '--x': `${round(left)}px`,
  '--w': `${round(width)}px`,
  ...(hatchHeight(width) && { '--h': `${hatchHeight(width)}px` }),
});
