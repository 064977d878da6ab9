import { ListChecks } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Alert } from '../../ui/Alert.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { printAgo, printTime } from '../../ui/days.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Prose } from './Prose.tsx';
import { itemWords } from './words.ts';
import styles from './ItemLayout.module.css';

/** Classes for values in the sidebar: `swatch`, `ancestors`, `people`. */
export const itemLook = styles;

/** The page of one work item: its text and parts, and the sidebar of its facts; below one another on a narrow screen. */
export function ItemLayout({
  sidebarLabel,
  sidebar,
  children,
}: {
  sidebarLabel: string;
  sidebar: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.item}>
      <article className={styles.main}>
        <div className={styles.inner}>{children}</div>
      </article>
      <aside className={styles.sidebar} aria-label={sidebarLabel}>
        {sidebar}
      </aside>
    </div>
  );
}

export interface ItemHeadProps {
  title: string;
  badges: ReactNode;
  createdAt: string | null | undefined;
  author: { name: string; avatarUrl?: string | null } | null | undefined;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** What one of them could not do, as a sentence. */
  failure?: string | null;
  /** The title's element: what stands in for it elsewhere watches where it is. */
  heading?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}

/** Title, state and who began it when. */
export function ItemHead({ title, badges, createdAt, author, actions, failure, heading, children }: ItemHeadProps) {
  const intl = useIntl();
  return (
    <header>
      {failure && (
        <div className={styles.failure}>
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <div className={styles.head}>
        <h1 ref={heading} className={styles.title}>
          {title}
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={styles.line}>
        {badges}
        {createdAt && author && (
          <>
            <span data-tooltip={printTime(intl, createdAt)}>
              <FormattedMessage {...itemWords.createdAgoBy} values={{ ago: printAgo(intl, createdAt) }} />
            </span>
            <Avatar name={author.name} imageUrl={author.avatarUrl} size={20} />
            <b>{author.name}</b>
          </>
        )}
        {children}
      </div>
    </header>
  );
}

/** How much of the task list in the description is done; nothing without one. */
export function Tasks({ status }: { status: { count: number; completedCount: number } }) {
  if (status.count === 0) return null;
  return (
    <span className={styles.tasks}>
      <Icon of={ListChecks} />
      <FormattedMessage {...itemWords.tasks} values={{ done: status.completedCount, count: status.count }} />
    </span>
  );
}

/** The rendered description, when there is one. */
export function Description({ html }: { html: string | null | undefined }) {
  return html ? (
    <div className={styles.prose}>
      <Prose html={html} />
    </div>
  ) : null;
}

export interface WidgetProps {
  name: ReactNode;
  /** A button at the right of the name. */
  action?: ReactNode;
  empty?: ReactNode;
  children?: ReactNode;
}

/** One fact in the sidebar: its name, and its value or what stands for none. */
export function Widget({ name, action, empty, children }: WidgetProps) {
  const isEmpty = children === null || children === undefined || children === false;
  return (
    <section className={styles.widget}>
      <div className={styles.widgetHead}>
        <h3>{name}</h3>
        {action}
      </div>
      <div className={styles.value} data-empty={isEmpty || undefined}>
        {isEmpty ? empty : children}
      </div>
    </section>
  );
}
