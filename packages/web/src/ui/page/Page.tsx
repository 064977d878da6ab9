import { type ReactNode, useId } from 'react';
import styles from './Page.module.css';

/** Classes for a form on a page: `form` around the fields, `formActions` around the buttons below them, `card` for a box. */
export const pageLook = styles;

/** The body of an ordinary page: at most 1180 px, or 760 for a form. */
export function PageBody({ width = 'list', children }: { width?: 'list' | 'form'; children: ReactNode }) {
  return (
    <div className={styles.page} data-width={width}>
      {children}
    </div>
  );
}

/** The page's heading with its actions at the right. `before` is placed left of it, `after` right behind it. */
export function PageHead({
  title,
  before,
  after,
  actions,
}: {
  title: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      {before}
      <h1>{title}</h1>
      {after}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** Two fields beside one another; below one another on a small screen. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

/** A part of a page under its own heading. */
export function Section({
  title,
  after,
  end,
  children,
}: {
  title: ReactNode;
  after?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {after}
        {end && <div className={styles.sectionEnd}>{end}</div>}
      </div>
      {children}
    </section>
  );
}
