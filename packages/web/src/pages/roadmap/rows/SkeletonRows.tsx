import type { CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import { messages } from '../messages/page.ts';
import styles from '../view/roadmap.module.css';

/** Skeleton rows while the first epics load. They appear after a delay. */
export function SkeletonRows({ count, rowHeight }: { count: number; rowHeight: number }) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.skeleton} role="status" aria-label={formatMessage(messages.loadingEpics)}>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={styles.skeletonRow}
          style={{ height: rowHeight, '--at': index % 7 } as CSSProperties}
        >
          <i />
          <b />
        </div>
      ))}
    </div>
  );
}
