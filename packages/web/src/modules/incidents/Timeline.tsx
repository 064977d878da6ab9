import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Count, text } from '../../ui/text/text.tsx';
import { PersonLink } from '../users/PersonLink.tsx';
import { Prose } from '../work-items/Prose.tsx';
import { timelineMessages as messages } from './messages.ts';
import { deleteTimelineEvent, timelineQuery, type TimelineEvent, type TimelineOwner } from './timeline-api.ts';
import { TimelineForm } from './TimelineForm.tsx';
import styles from './Timeline.module.css';

type Task = { kind: 'add' } | { kind: 'edit' | 'remove'; event: TimelineEvent };

/** The entries of an incident by day, in the order of time. */
export function Timeline({ owner, mayWrite }: { owner: TimelineOwner; mayWrite: boolean }) {
  const client = useQueryClient();
  const query = useQuery(timelineQuery(owner));
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  return (
    <Section
      title={<FormattedMessage {...messages.timeline} />}
      after={query.data && <Count value={query.data.length} />}
      end={
        mayWrite && (
          <Button size="small" icon={Plus} onClick={() => setTask({ kind: 'add' })}>
            <FormattedMessage {...messages.add} />
          </Button>
        )
      }
    >
      <QueryView query={query}>{(events) => <Days events={events} onTask={setTask} />}</QueryView>
      {task?.kind === 'remove' && (
        <ConfirmDialog
          title={<FormattedMessage {...messages.removeTitle} />}
          confirm={<FormattedMessage {...messages.removeNow} />}
          failed={<FormattedMessage {...messages.removeFailed} />}
          perform={async () => {
            await deleteTimelineEvent(task.event.id);
            await client.invalidateQueries({ queryKey: timelineQuery(owner).queryKey });
          }}
          onClose={close}
        >
          <FormattedMessage {...messages.removeText} />
        </ConfirmDialog>
      )}
      {task && task.kind !== 'remove' && (
        <TimelineForm owner={owner} event={task.kind === 'edit' ? task.event : null} onClose={close} />
      )}
    </Section>
  );
}

function Days({ events, onTask }: { events: readonly TimelineEvent[]; onTask(task: Task): void }) {
  const { formatDate } = useIntl();
  if (events.length === 0) return <EmptyState title={<FormattedMessage {...messages.empty} />} />;
  const days = new Map<string, TimelineEvent[]>();
  for (const event of events) {
    const day = formatDate(event.occurredAt, { dateStyle: 'medium' });
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h3 className={styles.day}>{day}</h3>
      <ol className={styles.events}>
        {ofDay.map((event) => (
          <Entry key={event.id} event={event} onTask={onTask} />
        ))}
      </ol>
    </section>
  ));
}

function Entry({ event, onTask }: { event: TimelineEvent; onTask(task: Task): void }) {
  const { formatMessage, formatTime } = useIntl();
  const time = formatTime(event.occurredAt);
  return (
    <li className={styles.event}>
      <time dateTime={event.occurredAt} className={text.quiet}>
        {time}
      </time>
      <div className={styles.body}>
        <Prose html={event.noteHtml ?? ''} />
        <div className={styles.foot}>
          <span className={text.quiet}>
            {event.author ? <PersonLink person={event.author} /> : formatMessage(messages.somebody)}
          </span>
          {present(event.timelineEventTags?.nodes).map(({ id, name }) => (
            <Badge key={id}>{name}</Badge>
          ))}
        </div>
      </div>
      {event.editable && (
        <span>
          <IconButton
            icon={Pencil}
            size="small"
            label={formatMessage(messages.edit, { time })}
            onClick={() => onTask({ kind: 'edit', event })}
          />
          <IconButton
            icon={Trash2}
            size="small"
            label={formatMessage(messages.remove, { time })}
            onClick={() => onTask({ kind: 'remove', event })}
          />
        </span>
      )}
    </li>
  );
}
