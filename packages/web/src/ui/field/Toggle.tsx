import type { ReactNode } from 'react';
import styles from './Toggle.module.css';

/** A switch that applies immediately. */
export function Toggle({
  checked,
  onChange,
  children,
  className = '',
  disabled,
}: {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
  className?: string;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      className={`${styles.switch} ${className}`}
      onClick={() => onChange(!checked)}
    >
      <span>{children}</span>
      <span className={styles.track} />
    </button>
  );
}
