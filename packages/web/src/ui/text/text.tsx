import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styles from './text.module.css';

/**
 * Small text classes: `link`, `titleLink`, `quiet`, `strong`, `cut` (with an ellipsis), `hidden` (for screen readers),
 * `onlyWide`, `onlyNarrow`.
 */
export const text = styles;

/** For screen readers only. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** A key on the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>;
}

export interface CountProps {
  value: number;
  /** A capped count: "10,000+". */
  most?: number | undefined;
  label?: string;
  children?: ReactNode;
}

/** A number in a pill, with thousands separators. */
export function Count({ value, most, label, children }: CountProps) {
  const { formatNumber } = useIntl();
  return (
    <span className={styles.count} title={label}>
      {children}
      {most !== undefined && value > most ? `${formatNumber(most)}+` : formatNumber(value)}
      {label !== undefined && <Hidden> {label}</Hidden>}
    </span>
  );
}
