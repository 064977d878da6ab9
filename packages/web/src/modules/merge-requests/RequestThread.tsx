import { Pencil, PencilLine, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { DangerFoot } from '../../ui/overlay/DangerFoot.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import styles from '../notes/Activity.module.css';
import { noteMessages as messages } from '../notes/messages.ts';
import { ThreadFrame } from '../notes/ThreadFrame.tsx';
import { useNoteChange } from '../notes/use-note-change.ts';
import { PersonLink } from '../users/PersonLink.tsx';
import { Prose } from '../work-items/Prose.tsx';
import { anchorOf, type RequestAddress, type RequestDiscussion, type RequestNote } from './api.ts';
import { changeComment, deleteComment, resolveThread, writeComment } from './changes.ts';

const Composer = lazy(async () => ({ default: (await import('../notes/Composer.tsx')).Composer }));

/** A comment on a merge request with its replies, or a system note. */
export function RequestThread({ discussion, address }: { discussion: RequestDiscussion; address: RequestAddress }) {
  const notes = present(discussion.notes.nodes);
  const [first] = notes;
  if (!first) return null;
  if (first.system) return <SystemNote note={first} />;
  const { id, resolvable, resolved, resolvedBy, userPermissions } = discussion;
  return (
    <ThreadFrame
      count={notes.length}
      resolved={resolved}
      resolvedBy={resolvedBy}
      mayResolve={resolvable && userPermissions?.resolveNote === true}
      name={first.author.name}
      draft={`merge-request-${id}`}
      onReply={(body) => writeComment(address, { body, discussionId: id })}
      onResolve={(isResolved) => resolveThread(address, id, isResolved)}
    >
      {notes.map((note, index) => (
        <Comment key={note.id} note={note} address={address} isReply={index > 0} />
      ))}
    </ThreadFrame>
  );
}

function SystemNote({ note }: { note: RequestNote }) {
  return (
    <div className={styles.system} id={anchorOf(note)}>
      <Icon of={PencilLine} />
      <span className={styles.systemText}>
        <PersonLink person={note.author} /> <Prose html={note.bodyHtml ?? ''} /> <When note={note} />
      </span>
    </div>
  );
}

function When({ note }: { note: RequestNote }) {
  const intl = useIntl();
  return (
    <a href={`#${anchorOf(note)}`} className={styles.when}>
      <time dateTime={note.createdAt} data-tooltip={printTime(intl, note.createdAt)}>
        {printAgo(intl, note.createdAt)}
      </time>
    </a>
  );
}

function Comment({ note, address, isReply }: { note: RequestNote; address: RequestAddress; isReply: boolean }) {
  const { formatMessage } = useIntl();
  /** Null before it was edited. */
  const [isEditing, setEditing] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const change = useNoteChange();
  return (
    <article
      id={anchorOf(note)}
      className={`${styles.note} ${isReply ? styles.reply : ''}`}
      data-internal={note.internal || undefined}
    >
      <PersonAvatar person={note.author} size={32} badged />
      <div className={styles.said}>
        <div className={styles.head}>
          <PersonLink person={note.author} />
          <When note={note} />
          {note.internal && (
            <Badge tone="warning">
              <FormattedMessage {...messages.internal} />
            </Badge>
          )}
          {note.userPermissions.adminNote && !isEditing && (
            <span className={styles.menu}>
              <IconButton
                size="small"
                icon={Pencil}
                iconSize={14}
                label={formatMessage(messages.edit)}
                autoFocus={isEditing === false}
                onClick={() => setEditing(true)}
              />
              <IconButton
                size="small"
                icon={Trash2}
                iconSize={14}
                label={formatMessage(messages.delete)}
                onClick={() => setAsking(true)}
              />
            </span>
          )}
        </div>
        {isEditing ? (
          <Suspense fallback={<Prose html={note.bodyHtml ?? ''} />}>
            <Composer
              label={formatMessage(messages.body)}
              send={formatMessage(messages.save)}
              initial={note.body}
              draft={`merge-request-${note.id}`}
              autoFocus
              onSend={(body) => changeComment(address, note.id, body)}
              onDone={() => setEditing(false)}
            />
          </Suspense>
        ) : (
          <Prose html={note.bodyHtml ?? ''} />
        )}
      </div>
      {isAsking && (
        <Dialog
          title={<FormattedMessage {...messages.deleteTitle} />}
          onClose={() => setAsking(false)}
          footer={
            <DangerFoot
              onCancel={() => setAsking(false)}
              busy={change.isBusy}
              onClick={() => void change.run(() => deleteComment(address, note.id))}
            >
              <FormattedMessage {...messages.delete} />
            </DangerFoot>
          }
        >
          {change.failure && <Alert tone="danger">{change.failure}</Alert>}
          <FormattedMessage {...messages.deleteBody} />
        </Dialog>
      )}
    </article>
  );
}
