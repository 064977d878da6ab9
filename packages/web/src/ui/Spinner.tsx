import styles from './Spinner.module.css';

/** A turning ring: decoration, the words beside it say what is awaited. */
export function Spinner({ className = '' }: { className?: string | undefined }) {
  return <span className={`${styles.spinner} ${className}`} aria-hidden="true" />;
}

/** Stands where a list or page will be. Nothing shows in the first 200 ms: most answers come sooner. */
export function Loading({ label }: { label: string }) {
  return (
    <div className={styles.delayed} role="status">
      <Spinner />
      {label}
    </div>
  );
}
