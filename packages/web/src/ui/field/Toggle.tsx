import type { ReactNode } from 'react';
import styles from './Toggle.module.css';

/** A switch that applies immediately. */
export function Toggle({
  checked,
  onChange,
  children,
  className = '',
}: {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
  className?: string;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      className={`${styles.switch} ${className}`}
      onClick={() => onChange(!checked)}
    >
      <span>{children}</span>
      <span className={styles.track} />
    </button>
  );
}
