import { formatDuration, parseDuration } from '@milepost/core/dates/durations';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { concerns, useFreshOnChange } from '../../platform/live/live.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import type { Editing } from '../work-items/sidebar/cell-editing.ts';
import { EditableWidget } from '../work-items/sidebar/EditableWidget.tsx';
import { LineEditor } from '../work-items/sidebar/LineEditor.tsx';
import { noTime, type ShownTime, timeQuery, type TimedIssue, useTimes } from './api.ts';
import { timeMessages as messages } from './messages.ts';
import styles from './TimeTracking.module.css';

const TimeReport = lazy(async () => ({ default: (await import('./TimeReport.tsx')).TimeReport }));

/** The estimated and spent time of an issue. Its pencil edits the estimate; time is logged and removed in the report. */
export function TimeTrackingWidget({ issue, mayEdit }: { issue: TimedIssue; mayEdit: boolean }) {
  const { formatMessage } = useIntl();
  const { data = noTime, isPending, isError } = useQuery(timeQuery(issue));
  const { estimate } = useTimes(issue);
  const [isReporting, setReporting] = useState(false);
  useFreshOnChange({ kind: 'project', fullPath: issue.fullPath }, (message) =>
    concerns(message, issue.id) ? [[...timeQuery(issue).queryKey]] : [],
  );
  if (isError && data === noTime) return null;
  const hasLogs = data.timelogs.length > 0;
  return (
    <>
      <EditableWidget
        name={formatMessage(messages.name)}
        mayEdit={mayEdit}
        empty={formatMessage(messages.none)}
        failed={formatMessage(messages.failed)}
        value={
          <div className={styles.widget} data-pending={isPending || undefined}>
            <Times time={data} />
            {(mayEdit || hasLogs) && (
              <Button size="small" onClick={() => setReporting(true)}>
                <FormattedMessage {...(hasLogs ? messages.report : messages.log)} />
              </Button>
            )}
          </div>
        }
        isInline
        editor={(editing) =>
          !isPending && <EstimateEditor seconds={data.estimate} editing={editing} onSave={estimate} />
        }
      />
      {isReporting && (
        <Suspense fallback={null}>
          <TimeReport issue={issue} time={data} mayLog={mayEdit} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  );
}

function Times({ time: { spent, estimate } }: { time: ShownTime }) {
  const { formatMessage } = useIntl();
  if (spent === 0 && estimate === 0) return <span className={styles.none}>{formatMessage(messages.none)}</span>;
  const times = { spent: formatDuration(spent) ?? '0h', estimate: formatDuration(estimate) ?? '0h' };
  return (
    <>
      <div className={styles.times}>
        <span>{formatMessage(messages.spent, { time: times.spent })}</span>
        {estimate > 0 && <span>{formatMessage(messages.estimate, { time: times.estimate })}</span>}
      </div>
      {estimate > 0 && (
        <ProgressBar
          share={Math.min((spent / estimate) * 100, 100)}
          label={formatMessage(messages.share, times)}
          color={spent > estimate ? 'var(--danger)' : undefined}
        />
      )}
      {estimate > 0 && spent > estimate && (
        <small>{formatMessage(messages.over, { time: formatDuration(spent - estimate) ?? '' })}</small>
      )}
    </>
  );
}

function EstimateEditor({
  seconds,
  editing,
  onSave,
}: {
  seconds: number;
  editing: Editing;
  onSave(duration: string | null): Promise<void>;
}) {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(formatDuration(seconds) ?? '');
  const [isWrong, setWrong] = useState(false);
  const save = (): void => {
    const text = typed.trim();
    const next = text === '' ? 0 : parseDuration(text);
    if (next === null) return setWrong(true);
    return next === seconds ? editing.close() : editing.save(() => onSave(next === 0 ? null : text));
  };
  return (
    <LineEditor onSave={save} onClose={editing.close}>
      <TextField
        label={formatMessage(messages.estimateLabel)}
        note={formatMessage(messages.estimateNote)}
        autoComplete="off"
        value={typed}
        error={isWrong ? formatMessage(messages.wrong) : undefined}
        onChange={({ target }) => {
          setWrong(false);
          setTyped(target.value);
        }}
      />
    </LineEditor>
  );
}
