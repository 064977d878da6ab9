import type { CSSProperties } from 'react';
import { memo } from 'react';
import { lateProperties } from './bar-look.ts';
import type { SoftBar } from './soft-bar.ts';
import styles from './soft.module.css';

/** What stands beside a soft bar: the hatch of an overdue epic, and notes. The bar's label says the same. */
export const SoftParts = memo(function SoftParts({ soft: { late, notes } }: { soft: SoftBar }) {
  return (
    <>
      {late && <i className={styles.late} style={lateProperties(late) as CSSProperties} />}
      {notes && (
        <span className={styles.notes} style={{ '--x': `${notes.left}px` } as CSSProperties} aria-hidden>
          {notes.texts.map(({ kind, text }) => (
            <span key={kind} data-note={kind}>
              {text}
            </span>
          ))}
        </span>
      )}
    </>
  );
});
