import type { CSSProperties, ReactNode } from 'react';
import { memo } from 'react';
import { barAttributes, barProperties, barTitle } from './bar-look.ts';
import type { BarDrawing } from './row-shapes.ts';
import soft from './soft.module.css';
import styles from './bar.module.css';

export interface BarProps {
  bar: BarDrawing;
  /** For screen readers, instead of the bar's texts; undefined if those are sufficient. */
  label: string | undefined;
  /** Shown before the percentage. */
  progressIcon: ReactNode;
  /** Identifies the card that hovering over the bar opens. */
  card: string;
  /** Its change is being saved. */
  isSaving?: boolean;
}

/** One item on the timeline. */
export const Bar = memo(function Bar({ bar, label, progressIcon, card, isSaving }: BarProps) {
  return (
    <a
      className={bar.soft ? `${styles.bar} ${soft.bar}` : styles.bar}
      style={barProperties(bar) as CSSProperties}
      href={bar.href}
      tabIndex={-1}
      aria-label={label}
      data-card={card}
      data-saving={isSaving || undefined}
      {...barAttributes(bar)}
    >
      {bar.soft?.mark && <i className={soft.mark} data-mark={bar.soft.mark} />}
      {barTitle(bar) !== '' && <span className={styles.barTitle}>{barTitle(bar)}</span>}
      {bar.shareText !== null && (
        <span className={styles.barProgress}>
          {progressIcon}
          {bar.shareText}
        </span>
      )}
    </a>
  );
});
