import styles from './peek.module.css';

/** The places of title, fields and text while an item loads. Most answers come before it appears. */
export function PeekSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
