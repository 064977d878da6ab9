import type { CSSProperties, ReactNode } from 'react';
import { memo } from 'react';
import { barAttributes, barProperties, barTitle, hasProgress } from './bar-look.ts';
import type { BarShape } from './bar-shape.ts';
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
  /** Stands before the number; with null there is neither, and the share alone is drawn. */
  progressIcon: ReactNode;
  /** Names the card that resting on the bar opens. */
  card: string;
  /** What it shows is on its way to the server. */
  isSaving?: boolean;
}

/** One item on the timeline. */
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
  return (
    <a
      className={styles.bar}
      style={barProperties(shape, { color, textColor }, progress) as CSSProperties}
      href={href || undefined}
      tabIndex={-1}
      aria-label={label}
      data-card={card}
      data-saving={isSaving || undefined}
      {...barAttributes(shape, textColor, progress)}
    >
      <span className={styles.barTitle}>{barTitle(shape, title)}</span>
      {progressIcon !== null && hasProgress(shape, progress) && (
        <span className={styles.barProgress}>
          {progressIcon}
          {progress}%
        </span>
      )}
    </a>
  );
});
