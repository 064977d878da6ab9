import styles from './Spinner.module.css';

/** A spinner: decorative, the text beside it says what is pending. */
export function Spinner({ className = '' }: { className?: string | undefined }) {
  return <span className={`${styles.spinner} ${className}`} aria-hidden="true" />;
}

/**
 * The placeholder of a list or page. Nothing shows in the first 200 ms, because most answers come sooner; `atOnce` skips that
 * delay.
 */
export function Loading({ label, atOnce = false }: { label: string; atOnce?: boolean }) {
  return (
    <div className={styles.loading} data-at-once={atOnce || undefined} role="status">
      <Spinner />
      {label}
    </div>
  );
}
