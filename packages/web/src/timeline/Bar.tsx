import type { CSSProperties, ReactNode } from 'react';
import { memo } from 'react';
import type { BarShape } from './bar-shape.ts';
import { isDarkInk } from './ink.ts';
import styles from './timeline.module.css';

export interface BarProps {
  shape: BarShape;
  title: string;
  /** Read in place of the bar's texts; undefined while those alone are there. */
  label: string | undefined;
  href: string;
  color: string;
  textColor: string;
  /** 0 to 100; null draws none. */
  progress: number | null;
  progressIcon: ReactNode;
  /** Names the card that resting on the bar opens. */
  card: string;
  /** What it shows is on its way to the server. */
  isSaving?: boolean;
}

/** One item on the timeline. Its place is in custom properties, so that only they change when the layout does. */
export const Bar = memo(function Bar({
  shape,
  title,
  label,
  href,
  color,
  textColor,
  progress,
  progressIcon,
  card,
  isSaving,
}: BarProps) {
  const hasProgress = progress !== null && shape.hasRoomForProgress;
  const style = {
    '--x': `${round(shape.left)}px`,
    '--w': `${round(shape.width)}px`,
    '--bar': color,
    '--on-bar': textColor,
    ...(hasProgress ? { '--share': progress } : {}),
  } as CSSProperties;
  return (
    <a
      className={styles.bar}
      style={style}
      href={href || undefined}
      tabIndex={-1}
      aria-label={label}
      data-card={card}
      data-saving={isSaving || undefined}
      data-small={shape.isSmall || undefined}
      data-progress={hasProgress || undefined}
      data-ink={isDarkInk(textColor) ? 'dark' : undefined}
      data-start={shape.startEnd === 'date' ? undefined : shape.startEnd}
      data-end={shape.dueEnd === 'date' ? undefined : shape.dueEnd}
    >
      <span className={styles.barTitle}>{shape.isSmall ? '...' : title}</span>
      {hasProgress && (
        <span className={styles.barProgress}>
          {progressIcon}
          {progress}%
        </span>
      )}
    </a>
  );
});

/** Hundredths of a pixel are exact enough, and keep the attributes short. */
function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
