import { useInfiniteQuery } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../app/graphql.ts';
import { MorePages } from '../../app/MorePages.tsx';
import { QueryView } from '../../app/QueryView.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { printAgo, printTime } from '../../ui/days.ts';
import { Icon } from '../../ui/Icon.tsx';
import { defineMessages } from '../../ui/messages.ts';
import { Section } from '../../ui/Page.tsx';
import { text } from '../../ui/text.tsx';
import { Prose } from '../work-items/Prose.tsx';
import { activityPages, type Discussion, type Note } from './api.ts';
import styles from './Activity.module.css';

const words = defineMessages({
  title: { id: 'notes.activity', defaultMessage: 'Activity' },
  none: { id: 'notes.none', defaultMessage: 'Nothing has happened here yet.' },
  failed: { id: 'notes.failed', defaultMessage: 'The activity could not be fetched' },
  internal: { id: 'notes.internal', defaultMessage: 'Internal' },
  somebody: { id: 'notes.somebody', defaultMessage: 'Somebody' },
});

/** What was said and done about an item, oldest first. */
export function Activity({ kind, fullPath, iid }: { kind: 'epic' | 'issue'; fullPath: string; iid: string }) {
  const query = useInfiniteQuery(activityPages(kind, fullPath, iid));
  return (
    <Section title={<FormattedMessage {...words.title} />}>
      <QueryView query={query} failed={<FormattedMessage {...words.failed} />}>
        {({ pages }) => {
          const discussions = pages.flatMap((page) => page.discussions);
          if (discussions.length === 0) {
            return (
              <p className={text.quiet}>
                <FormattedMessage {...words.none} />
              </p>
            );
          }
          return (
            <ol>
              {discussions.map((discussion) => (
                <DiscussionView key={discussion.id} discussion={discussion} />
              ))}
            </ol>
          );
        }}
      </QueryView>
      <MorePages query={query} />
    </Section>
  );
}

function DiscussionView({ discussion }: { discussion: Discussion }) {
  return present(discussion.notes.nodes).map((note, index) => (
    <li key={note.id}>{note.system ? <SystemNote note={note} /> : <Comment note={note} isReply={index > 0} />}</li>
  ));
}

function Comment({ note, isReply }: { note: Note; isReply: boolean }) {
  const { formatMessage } = useIntl();
  const name = note.author?.name ?? formatMessage(words.somebody);
  return (
    <article className={`${styles.note} ${isReply ? styles.reply : ''}`}>
      <Avatar name={name} imageUrl={note.author?.avatarUrl} size={32} />
      <div>
        <div className={styles.head}>
          <b>{name}</b>
          <When time={note.createdAt} />
          {note.internal && (
            <Badge tone="warning">
              <FormattedMessage {...words.internal} />
            </Badge>
          )}
        </div>
        <Prose html={note.bodyHtml ?? ''} />
      </div>
    </article>
  );
}

function SystemNote({ note }: { note: Note }) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.system}>
      <Icon of={PencilLine} />
      <span className={styles.systemText}>
        <b>{note.author?.name ?? formatMessage(words.somebody)}</b> <Prose html={note.bodyHtml ?? ''} />{' '}
        <When time={note.createdAt} />
      </span>
    </div>
  );
}

function When({ time }: { time: string }) {
  const intl = useIntl();
  return (
    <time dateTime={time} data-tooltip={printTime(intl, time)}>
      {printAgo(intl, time)}
    </time>
  );
}
