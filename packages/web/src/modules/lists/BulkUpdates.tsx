import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ChangeRefusedError } from '../../platform/api/errors.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import {
  bulkUpdatesKey,
  bulkUpdatesQuery,
  cancelBulkUpdate,
  dismissBulkUpdate,
  undoBulkUpdate,
  type BulkUpdate,
} from './bulk-updates.ts';
import { bulkMessages as messages } from './bulk-messages.ts';
import styles from './bulk.module.css';
import { undoLabel } from '../../ui/text/messages.ts';

/** The viewer's bulk updates of this list that the server makes: progress while they run, then the result. */
export function BulkUpdates({ home }: { home: NamespaceRef }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const { data: updates = [] } = useQuery(bulkUpdatesQuery(home));
  const pending = updates.filter(({ status }) => status === 'PENDING').length;
  const before = useRef(pending);
  useEffect(() => {
    if (pending < before.current)
      for (const key of ['issues', 'epics', 'children']) void client.invalidateQueries({ queryKey: [key] });
    before.current = pending;
  }, [pending, client]);
  if (updates.length === 0) return null;
  return (
    <ul className={styles.updates} aria-label={formatMessage(messages.updates)}>
      {updates.map((update) => (
        <li key={update.id} className={styles.update}>
          <UpdateNotice
            update={update}
            onChanged={() => client.invalidateQueries({ queryKey: bulkUpdatesKey(home) })}
          />
        </li>
      ))}
    </ul>
  );
}

function UpdateNotice({ update, onChanged }: { update: BulkUpdate; onChanged(): Promise<void> }) {
  const { formatMessage } = useIntl();
  const [isBusy, setBusy] = useState(false);
  const perform = async (change: (id: string) => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await change(update.id);
    } catch (error) {
      toast({ text: error instanceof ChangeRefusedError ? error.message : formatMessage(messages.failed) });
    } finally {
      await onChanged();
      setBusy(false);
    }
  };
  const { title, isUndo, processedCount: done, totalCount: count } = update;
  const name = isUndo ? formatMessage(messages.undoOf, { title }) : title;
  if (update.status === 'PENDING') {
    return (
      <div className={styles.running}>
        <strong>{name}</strong>
        <ProgressBar
          share={(100 * done) / Math.max(count, 1)}
          label={formatMessage(messages.progressOf, { what: name, done, count })}
        />
        <span>{formatMessage(messages.progress, { done, count })}</span>
        <Button size="small" busy={isBusy} onClick={() => void perform(cancelBulkUpdate)}>
          {formatMessage(messages.cancel)}
        </Button>
      </div>
    );
  }
  return (
    <>
      <div className={styles.result}>
        <p role="status">
          <strong>{formatMessage(messages.resultOf, { what: name })}</strong> <ResultText update={update} />
        </p>
        {update.undoable && (
          <Button size="small" busy={isBusy} onClick={() => void perform(undoBulkUpdate)}>
            {formatMessage(undoLabel)}
          </Button>
        )}
        <IconButton
          size="small"
          icon={X}
          label={formatMessage(messages.dismiss)}
          onClick={() => void perform(dismissBulkUpdate)}
        />
      </div>
      {update.refusals.length > 0 && <Refusals update={update} />}
    </>
  );
}

function ResultText({ update }: { update: BulkUpdate }) {
  const { formatMessage } = useIntl();
  const { status, failure, changedCount, refusedCount, processedCount, totalCount } = update;
  const same = processedCount - changedCount - refusedCount;
  const parts = [
    formatMessage(messages.changed, { count: changedCount }),
    ...(same > 0 ? [formatMessage(messages.same, { count: same })] : []),
    ...(refusedCount > 0 ? [formatMessage(messages.notChanged, { count: refusedCount })] : []),
  ];
  const left = totalCount - processedCount;
  if (status === 'CANCELLED') parts.push(formatMessage(messages.cancelled, { count: left }));
  if (status === 'FAILED') parts.push(formatMessage(messages.stopped, { count: left, reason: failure ?? '' }));
  return <>{parts.join(' ')}</>;
}

function Refusals({ update: { refusals } }: { update: BulkUpdate }) {
  return (
    <details className={styles.why}>
      <summary>
        <FormattedMessage {...messages.why} />
      </summary>
      <ul className={styles.refused}>
        {refusals.map(({ reason, count, workItems }) => (
          <li key={reason}>
            <FormattedMessage {...messages.refusedFor} values={{ reason }} />
            <ul>
              {workItems.map(({ id, title, webPath }) => (
                <li key={id}>{webPath ? <Link to={webPath}>{title}</Link> : title}</li>
              ))}
              {count > workItems.length && (
                <li>
                  <FormattedMessage {...messages.others} values={{ count: count - workItems.length }} />
                </li>
              )}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
