import type { ReactNode } from 'react';
import styles from './Breadcrumbs.module.css';

export interface BreadcrumbsProps {
  label: string;
  /** The links above, from the top; `key` tells them apart. */
  above: readonly { key: string; link: ReactNode }[];
  current: ReactNode;
  /** The names are on their way: room is kept, so that no other word is read there first. */
  isPending?: boolean;
}

/** Where one is. Only the last part shows on a small screen. */
export function Breadcrumbs({ label, above, current, isPending = false }: BreadcrumbsProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.crumbs} data-pending={isPending || undefined}>
        {above.map(({ key, link }) => (
          <li key={key} className={styles.crumb}>
            {link}
          </li>
        ))}
        <li className={styles.crumb}>
          <span className={styles.current} aria-current="page">
            {current}
          </span>
        </li>
      </ol>
    </nav>
  );
}
