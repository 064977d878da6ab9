import { memo } from 'react';
import { useIntl } from 'react-intl';
import { messages } from './messages.ts';
import styles from './roadmap.module.css';

export interface StatusLineProps {
  /** Epics within the dates, and all that match the filters; undefined until counted. */
  shown: number | undefined;
  total: number | undefined;
}

/** How many epics one sees, and how many lie outside the dates. */
export const StatusLine = memo(function StatusLine({ shown, total }: StatusLineProps) {
  const { formatMessage } = useIntl();
  const outside = shown === undefined || total === undefined ? 0 : Math.max(0, total - shown);
  return (
    <footer className={styles.status} role="status">
      {shown !== undefined && total !== undefined && (
        <span>{formatMessage(messages.shown, { shown, total: Math.max(shown, total) })}</span>
      )}
      {outside > 0 && <span>{formatMessage(messages.outside, { count: outside })}</span>}
    </footer>
  );
});
