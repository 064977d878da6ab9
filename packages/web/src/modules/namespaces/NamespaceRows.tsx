import type { ReactNode } from 'react';
import type { Address } from '../../platform/navigation/addresses.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { text } from '../../ui/text/text.tsx';
import styles from './NamespaceRows.module.css';

export interface NamespaceRow {
  key: string;
  name: string;
  description: string | null;
  avatarUrl: string | null;
  to: Address;
  end?: ReactNode;
}

/** Groups and projects, one per row. */
export function NamespaceRows({ rows }: { rows: readonly NamespaceRow[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={row.key} className={styles.row}>
          <Avatar name={row.name} imageUrl={row.avatarUrl} size={32} shape="square" />
          <span className={text.cut}>
            <Link className={styles.link} to={row.to}>
              {row.name}
            </Link>
            {row.description && <small>{row.description}</small>}
          </span>
          <span className={styles.end}>{row.end}</span>
        </li>
      ))}
    </ul>
  );
}
