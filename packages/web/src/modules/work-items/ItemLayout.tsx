import type { RawPerson } from '@milepost/core/accounts/people';
import { ExternalLink, ListChecks, PanelRightClose, PanelRightOpen, Star, X } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { AfterPaint } from '../../platform/loading/AfterPaint.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { PersonLink } from '../users/PersonLink.tsx';
import { Prose } from './Prose.tsx';
import { SidebarContext, useSidebar, useSidebarState } from './sidebar-state.ts';
import { itemMessages } from './messages.ts';
import { usePeekFrame } from './peek/peek-frame.ts';
import styles from './ItemLayout.module.css';

/** Classes for values in the sidebar: `swatch`, `ancestors`, `people`. */
export const itemLook = styles;

/**
 * The page of one work item: its text and parts, and a collapsible sidebar with its fields. On a small screen the sidebar is
 * closed initially and overlays the page.
 */
export function ItemLayout({
  sidebarLabel,
  sidebar,
  goneType,
  head,
  children,
}: {
  sidebarLabel: string;
  sidebar: ReactNode;
  /** The title of the item after it was deleted. */
  goneType?: string | undefined;
  /** The title, or the form that replaces it. */
  head: ReactNode;
  children: ReactNode;
}) {
  const { formatMessage } = useIntl();
  const isPeek = usePeekFrame() !== null;
  const id = useId();
  const state = useSidebarState(id);
  const { isOpen, isSmall, setOpen } = state;
  const aside = useRef<HTMLElement>(null);
  const isOver = isSmall && isOpen;
  useEffect(() => {
    if (!isOver) return undefined;
    const before = document.activeElement;
    aside.current?.querySelector<HTMLElement>('button')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isOver]);
  const gone = goneType !== undefined && (
    <div className={styles.failure}>
      <Alert tone="warning">
        <FormattedMessage {...itemMessages.gone} values={{ type: goneType }} />
      </Alert>
    </div>
  );
  if (isPeek)
    return (
      <div className={styles.peek}>
        {gone}
        {head}
        <section className={styles.fields} aria-label={sidebarLabel}>
          {sidebar}
        </section>
        {children}
      </div>
    );
  return (
    <SidebarContext value={state}>
      <div className={styles.item} data-sidebar={isOpen ? 'open' : 'collapsed'}>
        <article className={styles.main}>
          <div className={styles.inner}>
            {gone}
            {head}
            {children}
          </div>
        </article>
        {!isOpen && !isSmall && (
          <div className={styles.rail}>
            <IconButton
              icon={PanelRightOpen}
              label={formatMessage(itemMessages.expandSidebar)}
              aria-expanded={false}
              aria-controls={id}
              onClick={() => setOpen(true)}
            />
          </div>
        )}
        {isOver && <div className={styles.scrim} onPointerDown={() => setOpen(false)} />}
        <aside
          id={id}
          ref={aside}
          className={styles.sidebar}
          aria-label={sidebarLabel}
          hidden={!isOpen}
          onKeyDown={(event) => {
            if (!isOver || event.key !== 'Escape' || event.defaultPrevented) return;
            event.stopPropagation();
            setOpen(false);
          }}
        >
          <div className={styles.sidebarHead}>
            <IconButton
              size="small"
              icon={isSmall ? X : PanelRightClose}
              label={formatMessage(itemMessages.collapseSidebar)}
              aria-controls={id}
              onClick={() => setOpen(false)}
            />
          </div>
          <AfterPaint>{sidebar}</AfterPaint>
        </aside>
      </div>
    </SidebarContext>
  );
}

/** Opens the sidebar on small screens. */
function SidebarButton() {
  const { formatMessage } = useIntl();
  const sidebar = useSidebar();
  if (!sidebar?.isSmall) return null;
  return (
    <IconButton
      kind="secondary"
      icon={PanelRightOpen}
      label={formatMessage(itemMessages.expandSidebar)}
      aria-expanded={sidebar.isOpen}
      aria-controls={sidebar.id}
      onClick={() => sidebar.setOpen(true)}
    />
  );
}

export interface ItemHeadProps {
  title: string;
  badges: ReactNode;
  createdAt: string | null | undefined;
  author: RawPerson | null | undefined;
  /** The address of an external author who wrote by e-mail. */
  externalAuthor?: string | null | undefined;
  /** It is its author's first item here. */
  isFirstContribution?: boolean;
  /** Below the line: links to the item itself. */
  pinned?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** On phones the buttons are below the title: they are wider than a menu. */
  hasWideActions?: boolean;
  /** The error message of one of them. */
  failure?: string | null;
  /** The title's element: a sticky header observes it. */
  heading?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}

/** Title, state, author and creation time. */
export function ItemHead(props: ItemHeadProps) {
  const { title, badges, createdAt, author, externalAuthor, isFirstContribution = false } = props;
  const { actions, hasWideActions = false, failure, heading, pinned, children } = props;
  const intl = useIntl();
  const peek = usePeekFrame();
  const Heading = peek ? 'h2' : 'h1';
  const namePeek = peek?.setTitle;
  useEffect(() => namePeek?.(title), [namePeek, title]);
  return (
    <header>
      {failure && (
        <div className={styles.failure}>
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <div className={styles.head} data-wide={hasWideActions || undefined}>
        <Heading ref={heading} className={styles.title}>
          {title}
        </Heading>
        {peek ? (
          peek.actions && createPortal(actions, peek.actions)
        ) : (
          <div className={styles.actions}>
            {actions}
            <SidebarButton />
          </div>
        )}
      </div>
      <div className={styles.line}>
        {badges}
        {createdAt && author && (
          <>
            <span data-tooltip={printTime(intl, createdAt)}>
              <FormattedMessage {...itemMessages.createdAgoBy} values={{ ago: printAgo(intl, createdAt) }} />
            </span>
            {externalAuthor && (
              <>
                <Icon of={ExternalLink} size={14} label={intl.formatMessage(itemMessages.externalAuthor)} />
                <b>{externalAuthor}</b>
                <span>
                  <FormattedMessage {...itemMessages.via} />
                </span>
              </>
            )}
            <PersonAvatar person={author} size={20} badged />
            <PersonLink person={author} />
            {isFirstContribution && (
              <span data-tooltip={intl.formatMessage(itemMessages.firstContribution)}>
                <Icon of={Star} size={14} label={intl.formatMessage(itemMessages.firstContribution)} />
              </span>
            )}
          </>
        )}
        {children}
      </div>
      {pinned}
    </header>
  );
}

/** The progress of the task list in the description; nothing without one. */
export function Tasks({ status }: { status: { count: number; completedCount: number } }) {
  if (status.count === 0) return null;
  return (
    <span className={styles.tasks}>
      <Icon of={ListChecks} />
      <FormattedMessage {...itemMessages.tasks} values={{ done: status.completedCount, count: status.count }} />
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

/** One field in the sidebar: its name, and its value or placeholder. */
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
