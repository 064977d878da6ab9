import type { CSSProperties } from 'react';
import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  /** 0 to 100; null if unknown. */
  share: number | null;
  /** The accessible name. */
  label: string;
  /** Another color than the accent. */
  color?: string | undefined;
  className?: string;
}

/** How much of something is done. */
export function ProgressBar({ share, label, color, className = '' }: ProgressBarProps) {
  const style = { '--share': share ?? 0, ...(color ? { '--fill': color } : {}) } as CSSProperties;
  const value = share === null ? {} : { 'aria-valuenow': Math.round(share) };
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...value}
      className={`${styles.progress} ${className}`}
      data-unknown={share === null || undefined}
      style={style}
    >
      <i />
    </span>
  );
}
