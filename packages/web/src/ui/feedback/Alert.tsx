import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../button/Button.tsx';
import { Icon } from '../button/Icon.tsx';
import { focusContentOnRemoval } from '../focus.ts';
import { retryLabel } from '../text/messages.ts';
import styles from './Alert.module.css';

export type AlertTone = 'danger' | 'warning' | 'info' | 'success';

const icons: Readonly<Record<AlertTone, LucideIcon>> = {
  danger: CircleAlert,
  warning: TriangleAlert,
  info: Info,
  success: CircleCheck,
};

/** A message in its context. `actions` are buttons. */
export function Alert({ tone, children, actions }: { tone: AlertTone; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.alert} data-tone={tone} role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}>
      <Icon of={icons[tone]} />
      <div className={styles.body}>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}

/** Replaces a list that failed to load. */
export function ErrorState({ children, onRetry }: { children: ReactNode; onRetry?: (() => void) | undefined }) {
  return (
    <Alert
      tone="danger"
      actions={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            <FormattedMessage {...retryLabel} />
          </Button>
        )
      }
    >
      {children}
    </Alert>
  );
}

export interface EmptyStateProps {
  title: ReactNode;
  icon?: LucideIcon;
  /** `h1` if it is the only content of the page. */
  heading?: 'h1' | 'h2';
  children?: ReactNode;
  actions?: ReactNode;
}

/** Shown when a list is empty. */
export function EmptyState({ title, icon, heading: Heading = 'h2', children, actions }: EmptyStateProps) {
  return (
    <div ref={focusContentOnRemoval} className={styles.empty}>
      {icon && <Icon of={icon} size={32} />}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className={styles.emptyActions}>{actions}</div>}
    </div>
  );
}
