import type { ReactNode } from 'react';
import styles from './Rows.module.css';

/** A list of rows with a line between. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

/** One row: a leading element, a title with a secondary line, an element at the end; `below` spans the whole width. */
export function Row({
  before,
  title,
  note,
  end,
  below,
}: {
  before?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  end?: ReactNode;
  below?: ReactNode;
}) {
  return (
    <li className={styles.row}>
      {before}
      <div className={styles.body}>
        <span>{title}</span>
        {note && <span className={styles.note}>{note}</span>}
      </div>
      {end && <div className={styles.end}>{end}</div>}
      {below && <div className={styles.below}>{below}</div>}
    </li>
  );
}

/** Above a list: its search field and its sort order. */
export function RowTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}
