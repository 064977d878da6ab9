import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, EyeOff, Plus, RotateCcw, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ChangeRefusedError, RequestError } from '../../platform/api/errors.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { concerns, useFreshOnChange } from '../../platform/live/live.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { AvatarStack } from '../../ui/text/Avatar.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Segmented } from '../../ui/field/Segmented.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { text } from '../../ui/text/text.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { WorkItemIcon } from '../work-items/WorkItemIcon.tsx';
import { itemMessages } from '../work-items/messages.ts';
import { type ChildTask, childTasksQuery, type TaskParent, useChildTasks } from './data/child-tasks.ts';
import { childTaskMessages as messages } from './data/child-task-messages.ts';
import { ChildTasksForm } from './ChildTasksForm.tsx';
import styles from './ChildTasks.module.css';
import { undoLabel } from '../../ui/text/messages.ts';

const ExistingTask = lazy(async () => ({ default: (await import('./forms/ExistingTask.tsx')).ExistingTask }));

/** The tasks below an issue or incident. Renders nothing if there are none and the viewer may not add any. */
export function ChildTasks({ iid, ...issue }: TaskParent & { iid: string }) {
  const { id, fullPath, isConfidential } = issue;
  const { formatMessage } = useIntl();
  const query = childTasksQuery({ fullPath, iid });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(query);
  const { add, added, toggle, remove, restore } = useChildTasks(issue);
  const [isAdding, setAdding] = useState(false);
  const [kind, setKind] = useState<'new' | 'existing'>('new');
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const tasks = data?.pages.flatMap((page) => page.tasks) ?? [];
  useFreshOnChange({ kind: 'project', fullPath }, (message) =>
    [id, ...tasks.map((task) => task.id)].some((each) => concerns(message, each)) ? [query.queryKey] : [],
  );
  const [first] = data?.pages ?? [];
  if (!first || (tasks.length === 0 && !first.mayAdd)) return null;

  /** Shows an error if a request fails: the server's message, or `sentence`. Returns whether it succeeded. */
  const trying = async (work: Promise<void>, sentence: string): Promise<boolean> => {
    setFailure(null);
    try {
      await work;
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error instanceof ChangeRefusedError && error.message !== '' ? error.message : sentence);
      return false;
    }
  };
  const change = async (task: ChildTask, work: Promise<void>, sentence: string): Promise<boolean> => {
    setBusy(task.id);
    const isDone = await trying(work, sentence);
    setBusy(null);
    return isDone;
  };
  const letGo = async (task: ChildTask): Promise<void> => {
    if (!(await change(task, remove(task), formatMessage(messages.removeFailed)))) return;
    const undo = () => void trying(restore(task), formatMessage(messages.addFailed));
    toast({ text: formatMessage(messages.removed), action: { label: formatMessage(undoLabel), perform: undo } });
  };
  return (
    <Section
      title={<FormattedMessage {...messages.title} />}
      after={
        first.all > 0 && (
          <span className={text.quiet}>
            <FormattedMessage {...messages.done} values={{ closed: first.closed, all: first.all }} />
          </span>
        )
      }
      end={
        first.mayAdd && (
          <Button size="small" icon={Plus} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            <FormattedMessage {...messages.begin} />
          </Button>
        )
      }
    >
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      {isAdding && first.mayAdd && (
        <div className={styles.adding}>
          <Segmented
            label={formatMessage(messages.kinds)}
            value={kind}
            options={[
              { value: 'new', label: formatMessage(messages.newOne) },
              { value: 'existing', label: formatMessage(messages.existing) },
            ]}
            onChange={setKind}
          />
          {kind === 'new' ? (
            <ChildTasksForm
              onAdd={(title) => trying(add(title), formatMessage(messages.addFailed))}
              onClose={() => setAdding(false)}
            />
          ) : (
            <Suspense fallback={<Loading label={formatMessage(messages.existing)} />}>
              <ExistingTask
                issueId={id}
                projectPath={fullPath}
                isConfidential={isConfidential}
                onDone={() => void added()}
                onClose={() => setAdding(false)}
              />
            </Suspense>
          )}
        </div>
      )}
      {tasks.length > 0 && (
        <ul className={styles.box}>
          {tasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              isBusy={busy === task.id}
              onToggle={() => void change(task, toggle(task), formatMessage(messages.stateFailed))}
              onRemove={() => void letGo(task)}
            />
          ))}
        </ul>
      )}
      {isFetchNextPageError && (
        <Alert tone="danger">
          <FormattedMessage {...messages.moreFailed} />
        </Alert>
      )}
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <FormattedMessage {...messages.more} />
        </Button>
      )}
    </Section>
  );
}

interface TaskRowProps {
  task: ChildTask;
  isBusy: boolean;
  onToggle(): void;
  onRemove(): void;
}

function TaskRow({ task, isBusy, onToggle, onRemove }: TaskRowProps) {
  const { formatMessage } = useIntl();
  const { title, isClosed } = task;
  return (
    <li className={styles.row} data-closed={isClosed || undefined}>
      <span className={styles.icon}>
        <WorkItemIcon type="task" state={isClosed ? 'closed' : 'opened'} />
      </span>
      {task.isConfidential && (
        <span className={styles.secret}>
          <Icon of={EyeOff} size={14} label={formatMessage(itemMessages.confidential)} />
        </span>
      )}
      <Link className={`${text.cut} ${text.titleLink}`} to={task.webPath} data-tooltip-cut="">
        {title}
      </Link>
      <span className={styles.end}>
        {task.people.length > 0 && (
          <AvatarStack
            people={task.people}
            moreLabel={(count) => formatMessage(itemMessages.moreAssignees, { count })}
          />
        )}
        {task.mayUpdate && (
          <IconButton
            size="small"
            icon={isClosed ? RotateCcw : CircleCheck}
            iconSize={14}
            label={formatMessage(isClosed ? messages.reopen : messages.close, { title })}
            aria-disabled={isBusy}
            onClick={() => !isBusy && onToggle()}
          />
        )}
        {task.mayRemove && (
          <IconButton
            size="small"
            icon={X}
            iconSize={14}
            label={formatMessage(messages.remove, { title })}
            aria-disabled={isBusy}
            onClick={() => !isBusy && onRemove()}
          />
        )}
      </span>
    </li>
  );
}
