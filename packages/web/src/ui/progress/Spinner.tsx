import styles from './Spinner.module.css';

/** A turning ring: decoration, the words beside it say what is awaited. */
export function Spinner({ className = '' }: { className?: string | undefined }) {
  return <span className={`${styles.spinner} ${className}`} aria-hidden="true" />;
}

/**
 * Stands where a list or page will be. Nothing shows in the first 200 ms, for most answers come sooner; `atOnce`: whoever draws it
 * has waited already.
 */
export function Loading({ label, atOnce = false }: { label: string; atOnce?: boolean }) {
  return (
    <div className={styles.loading} data-at-once={atOnce || undefined} role="status">
      <Spinner />
      {label}
    </div>
  );
}
