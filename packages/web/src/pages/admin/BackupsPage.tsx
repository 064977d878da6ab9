import { printSize } from '@milepost/core/files/sizes';
import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { backupsQuery, startBackup, type Backup, type Backups } from '../../modules/admin/api.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert, EmptyState } from '../../ui/feedback/Alert.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { AdminFrame } from './AdminFrame.tsx';
import { backupMessages as messages } from './backup-messages.ts';
import styles from './Admin.module.css';

/** The backups that the server made; one can be started by hand. */
export function BackupsPage() {
  const { formatMessage } = useIntl();
  const query = useQuery({ ...backupsQuery, enabled: session().viewer?.isAdmin === true });
  const { change, isBusy } = useChange(['admin', 'backups']);
  const start = (): void => void change({ perform: startBackup, done: formatMessage(messages.started) });
  return (
    <AdminFrame
      page="adminBackups"
      actions={
        query.data && (
          <Button busy={isBusy || query.data.running} onClick={start}>
            <FormattedMessage {...(query.data.running ? messages.running : messages.start)} />
          </Button>
        )
      }
    >
      <QueryView query={query}>{(shown) => <Shown shown={shown} />}</QueryView>
    </AdminFrame>
  );
}

function Shown({ shown }: { shown: Backups }) {
  const { formatMessage, formatDate } = useIntl();
  const newest = shown.newest_good_at;
  return (
    <>
      {shown.overdue && (
        <Alert tone="warning">
          {newest === null ? (
            <FormattedMessage {...messages.noneGood} />
          ) : (
            <FormattedMessage
              {...messages.overdue}
              values={{ at: formatDate(newest, { dateStyle: 'medium', timeStyle: 'short' }) }}
            />
          )}
        </Alert>
      )}
      <p className={`${text.quiet} ${styles.facts}`}>
        {shown.schedule === null ? (
          <FormattedMessage {...messages.notConfigured} />
        ) : (
          <FormattedMessage
            {...messages.schedule}
            values={{ schedule: <code>{shown.schedule}</code>, keep: shown.keep }}
          />
        )}{' '}
        <FormattedMessage {...(shown.encrypted ? messages.encrypted : messages.notEncrypted)} />
      </p>
      {shown.backups.length === 0 ? (
        <EmptyState icon={DatabaseBackup} title={<FormattedMessage {...messages.none} />} />
      ) : (
        <Rows label={formatMessage(messages.title)}>
          {shown.backups.map((backup) => (
            <BackupRow key={backup.id} backup={backup} />
          ))}
        </Rows>
      )}
    </>
  );
}

const states = {
  running: { label: messages.running, tone: 'info' },
  succeeded: { label: messages.succeeded, tone: 'success' },
  failed: { label: messages.failedState, tone: 'danger' },
} as const;

function BackupRow({ backup }: { backup: Backup }) {
  const intl = useIntl();
  const { label, tone } = states[backup.state];
  const seconds =
    backup.finished_at === null ? null : (Date.parse(backup.finished_at) - Date.parse(backup.started_at)) / 1000;
  const facts = [
    backup.bytes !== null && printSize(backup.bytes, intl.locale),
    seconds !== null && intl.formatMessage(messages.duration, { seconds: Math.max(1, Math.round(seconds)) }),
    intl.formatMessage(backup.scheduled ? messages.scheduled : messages.byHand),
    backup.removed && intl.formatMessage(messages.removed),
  ];
  return (
    <Row
      title={
        <span className={styles.name}>
          {intl.formatDate(backup.started_at, { dateStyle: 'medium', timeStyle: 'medium' })}
        </span>
      }
      note={facts.filter((fact) => fact !== false).join(' · ')}
      end={
        <Badge tone={tone}>
          <FormattedMessage {...label} />
        </Badge>
      }
      below={
        backup.error === null ? (
          backup.state === 'succeeded' &&
          !backup.removed && <code className={styles.path}>{`${backup.folder}/${backup.name}`}</code>
        ) : (
          <span className={styles.error}>{backup.error}</span>
        )
      }
    />
  );
}
