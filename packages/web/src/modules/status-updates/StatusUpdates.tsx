import { useInfiniteQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useChange } from '../../platform/forms/use-change.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { Section } from '../../ui/page/Page.tsx';
import { Count, text } from '../../ui/text/text.tsx';
import { PersonLink } from '../users/PersonLink.tsx';
import type { HealthStatus } from '../work-items/health.ts';
import { itemMessages } from '../work-items/messages.ts';
import { Prose } from '../work-items/Prose.tsx';
import { HealthBadge } from '../work-items/StateBadge.tsx';
import { deleteStatusUpdate, restoreStatusUpdate, statusUpdatePages, type StatusUpdate } from './api.ts';
import { statusUpdateMessages as messages } from './messages.ts';
import styles from './StatusUpdates.module.css';

// Not needed until somebody writes.
const StatusUpdateForm = lazy(async () => ({ default: (await import('./StatusUpdateForm.tsx')).StatusUpdateForm }));

export interface StatusUpdatesProps {
  epicId: string;
  fullPath: string;
  iid: string;
  /** The present health of the epic, which a new update starts with. */
  health: HealthStatus | null;
  /** Only the latest one until more are requested. */
  isBrief?: boolean;
}

/** The status updates of an epic, newest first. Nothing if there are none and the viewer may not post. */
export function StatusUpdates({ epicId, fullPath, iid, health, isBrief = false }: StatusUpdatesProps) {
  const { formatMessage } = useIntl();
  const query = useInfiniteQuery(statusUpdatePages(fullPath, iid));
  const [isWhole, setWhole] = useState(!isBrief);
  const [edited, setEdited] = useState<StatusUpdate | 'new' | null>(null);
  const [first] = query.data?.pages ?? [];
  if (query.error && !first) {
    return <ErrorState onRetry={() => void query.refetch()}>{formatMessage(messages.failed)}</ErrorState>;
  }
  if (!first || (first.count === 0 && !first.mayPost)) return null;
  const loaded = query.data?.pages.flatMap((page) => page.updates) ?? [];
  const updates = isWhole ? loaded : loaded.slice(0, 1);
  const hasMore = isWhole ? query.hasNextPage : first.count > 1;
  return (
    <Section
      title={formatMessage(isWhole ? messages.title : messages.latest)}
      after={isWhole && <Count value={first.count} />}
      end={
        first.mayPost && (
          <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
            {formatMessage(messages.post)}
          </Button>
        )
      }
    >
      {updates.length === 0 && <p className={text.quiet}>{formatMessage(messages.none)}</p>}
      <ol className={styles.updates}>
        {updates.map((update) => (
          <Update key={update.id} update={update} fullPath={fullPath} iid={iid} onEdit={setEdited} />
        ))}
      </ol>
      {hasMore && (
        <Button
          size="small"
          busy={query.isFetchingNextPage}
          onClick={() => (isWhole ? void query.fetchNextPage() : setWhole(true))}
        >
          {formatMessage(messages.more)}
        </Button>
      )}
      {edited && (
        <Suspense fallback={null}>
          <StatusUpdateForm
            epicId={epicId}
            fullPath={fullPath}
            iid={iid}
            update={edited === 'new' ? null : edited}
            health={health}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}

interface UpdateProps {
  update: StatusUpdate;
  fullPath: string;
  iid: string;
  onEdit(update: StatusUpdate): void;
}

function Update({ update, fullPath, iid, onEdit }: UpdateProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { change, isBusy } = useChange(['status-updates', fullPath, iid]);
  const { id, author, createdAt, editedAt, health, previousHealth, startDate, dueDate } = update;
  const named = { name: author.name, ago: printAgo(intl, createdAt) };
  const remove = () =>
    change({
      perform: () => deleteStatusUpdate(id),
      done: formatMessage(messages.removed),
      undo: { perform: () => restoreStatusUpdate(id) },
    });
  const day = (date: string | null | undefined) =>
    date ? intl.formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' }) : formatMessage(messages.noDate);
  return (
    <li>
      <div className={styles.head}>
        <HealthBadge health={health} textSize="sm" />
        <PersonLink person={author} />
        <time className={text.quiet} dateTime={createdAt} data-tooltip={printTime(intl, createdAt)}>
          {named.ago}
        </time>
        {editedAt && (
          <span className={text.quiet}>
            <FormattedMessage {...messages.edited} values={{ ago: printAgo(intl, editedAt) }} />
          </span>
        )}
        <span className={styles.tools}>
          {update.userPermissions.updateStatusUpdate && (
            <IconButton
              icon={Pencil}
              size="small"
              label={formatMessage(messages.edit, named)}
              onClick={() => onEdit(update)}
            />
          )}
          {update.userPermissions.destroyStatusUpdate && (
            <IconButton
              icon={Trash2}
              size="small"
              disabled={isBusy}
              label={formatMessage(messages.remove, named)}
              onClick={() => void remove()}
            />
          )}
        </span>
      </div>
      <Prose html={update.textHtml} />
      <div className={`${styles.head} ${text.quiet}`}>
        {previousHealth !== health && (
          <span>
            {formatMessage(messages.change, {
              from: previousHealth ? formatMessage(itemMessages[previousHealth]) : formatMessage(messages.noHealth),
              to: formatMessage(itemMessages[health]),
            })}
          </span>
        )}
        {(startDate || dueDate) && (
          <span>{formatMessage(messages.datesThen, { start: day(startDate), due: day(dueDate) })}</span>
        )}
      </div>
    </li>
  );
}
