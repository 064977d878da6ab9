import type { ReactNode } from 'react';
import { Link } from '../../app/Link.tsx';
import type { Target } from '../../app/navigation.ts';
import { text } from '../../ui/text.tsx';
import { type LabelView, LabelRow } from '../labels/LabelChip.tsx';
import styles from './ListRow.module.css';

/** Classes for the columns at the end of a row: `milestone`, `count`, `people`, `meter`, `date`. */
export const listLook = styles;

export interface ListRowProps {
  icon: ReactNode;
  iconColor?: string | null | undefined;
  title: string;
  to: Target;
  marks?: ReactNode;
  labels: readonly LabelView[];
  /** Quiet facts below the title, a dot between. */
  meta: readonly ReactNode[];
  /** Columns at the right; left out on a small screen. */
  end?: ReactNode;
}

/** The rows of a list of work items. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** One work item in a list, 60 px high. */
export function ListRow({ icon, iconColor, title, to, marks, labels, meta, end }: ListRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.icon} style={iconColor ? { color: iconColor } : undefined}>
        {icon}
      </span>
      <div className={styles.title}>
        <Link className={`${text.cut} ${text.titleLink}`} to={to} data-tooltip-cut="">
          {title}
        </Link>
        {marks && <span className={styles.marks}>{marks}</span>}
        <span className={styles.labels}>
          <LabelRow labels={labels} />
        </span>
      </div>
      <div className={styles.meta}>
        {meta.map((fact, index) => (
          // Facts have no identity; their places do not change.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={text.cut}>
            {fact}
          </span>
        ))}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </li>
  );
}
