import type { ReactNode } from 'react';
import styles from './Breadcrumbs.module.css';

export interface BreadcrumbsProps {
  label: string;
  /** The parent links, from the top; `key` identifies them. */
  above: readonly { key: string; link: ReactNode }[];
  current: ReactNode;
  /** The names are loading: their space is reserved, and no other text is shown first. */
  isPending?: boolean;
}

/** The current location. Only the last part is shown on a small screen. */
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
