import styles from './peek.module.css';

/** A skeleton of title, fields and text while an item loads. Most items load before it appears. */
export function PeekSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
