import { formatDuration, parseDuration } from '@milepost/core/dates/durations';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ChangeRefusedError, RequestError } from '../../platform/api/errors.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Person } from '../users/Person.tsx';
import { type ShownTime, type ShownTimelog, type TimedIssue, useTimes } from './api.ts';
import { timeMessages as messages } from './messages.ts';
import styles from './TimeTracking.module.css';

/** A duration with its sign: negative if time was subtracted. */
const signed = (seconds: number): string => (seconds < 0 ? '-' : '') + (formatDuration(Math.abs(seconds)) ?? '0h');

export interface TimeReportProps {
  issue: TimedIssue;
  time: ShownTime;
  mayLog: boolean;
  onClose(): void;
}

/** The time logs with user and summary, below the form that adds one. */
export function TimeReport({ issue, time, mayLog, onClose }: TimeReportProps) {
  const intl = useIntl();
  const { log, remove } = useTimes(issue);
  const [failure, setFailure] = useState<string | null>(null);
  const trying = async (work: Promise<void>): Promise<boolean> => {
    setFailure(null);
    try {
      await work;
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const hasReason = error instanceof ChangeRefusedError && error.message !== '';
      setFailure(hasReason ? error.message : intl.formatMessage(messages.failed));
      return false;
    }
  };
  return (
    <Dialog
      title={<FormattedMessage {...messages.title} />}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <FormattedMessage {...messages.close} />
        </Button>
      }
    >
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      {mayLog && <LogForm onLog={(entry) => trying(log(entry))} />}
      {time.timelogs.length === 0 ? (
        <p className={styles.none}>
          <FormattedMessage {...messages.nothing} />
        </p>
      ) : (
        <ul className={styles.logs}>
          {time.timelogs.map((timelog) => (
            <LogRow key={timelog.id} timelog={timelog} onRemove={() => void trying(remove(timelog.id))} />
          ))}
          <li className={styles.total}>
            <span>
              <FormattedMessage {...messages.total} />
            </span>
            <b>{signed(time.spent)}</b>
          </li>
        </ul>
      )}
    </Dialog>
  );
}

function LogRow({ timelog, onRemove }: { timelog: ShownTimelog; onRemove(): void }) {
  const { formatDate, formatMessage } = useIntl();
  const day = timelog.spentAt ? formatDate(timelog.spentAt, { dateStyle: 'medium' }) : '';
  const time = signed(timelog.timeSpent);
  return (
    <li className={styles.log}>
      <b>{time}</b>
      <span className={styles.what}>
        {timelog.user ? <Person person={timelog.user} size={20} /> : <FormattedMessage {...messages.gone} />}
        {timelog.summary && <span>{timelog.summary}</span>}
      </span>
      <small>{day}</small>
      {timelog.userPermissions.adminTimelog && (
        <IconButton
          size="small"
          icon={Trash2}
          iconSize={14}
          label={formatMessage(messages.remove, { time, day })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

interface Entry {
  timeSpent: string;
  summary: string;
  spentAt: string | null;
}

function LogForm({ onLog }: { onLog(entry: Entry): Promise<boolean> }) {
  const { formatMessage } = useIntl();
  const [time, setTime] = useState('');
  const [day, setDay] = useState('');
  const [summary, setSummary] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    // A minus subtracts time; the server checks the total.
    if (!parseDuration(time.trim().replace(/^-/, ''))) return setWrong(true);
    setSending(true);
    const isDone = await onLog({ timeSpent: time.trim(), summary: summary.trim(), spentAt: day === '' ? null : day });
    setSending(false);
    if (!isDone) return;
    setTime('');
    setDay('');
    setSummary('');
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={formatMessage(messages.time)}
        placeholder="1h 30m"
        autoComplete="off"
        data-autofocus=""
        value={time}
        error={isWrong ? formatMessage(messages.wrong) : undefined}
        onChange={({ target }) => {
          setWrong(false);
          setTime(target.value);
        }}
      />
      <DateField label={formatMessage(messages.day)} value={day} onChange={setDay} />
      <TextField
        label={formatMessage(messages.summary)}
        autoComplete="off"
        maxLength={255}
        value={summary}
        onChange={({ target }) => setSummary(target.value)}
      />
      <Button type="submit" kind="primary" busy={isSending}>
        <FormattedMessage {...messages.log} />
      </Button>
    </form>
  );
}
