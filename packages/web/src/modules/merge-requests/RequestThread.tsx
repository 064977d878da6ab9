import { Check, MessageSquareReply, Pencil, PencilLine, RotateCcw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { DangerFoot } from '../../ui/overlay/DangerFoot.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { nameInText } from '../../ui/text/names.ts';
import styles from '../notes/Activity.module.css';
import { useDiscussionItem } from '../notes/discussion-item.ts';
import { noteMessages as messages } from '../notes/messages.ts';
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
  const [isUnfolded, setUnfolded] = useState(false);
  const intl = useIntl();
  if (!first) return null;
  if (first.system) return <SystemNote note={first} />;
  const isFolded = discussion.resolved && !isUnfolded;
  return (
    <section className={styles.thread} data-resolved={discussion.resolved || undefined}>
      {discussion.resolved && (
        <div className={styles.resolved}>
          <Icon of={Check} size={14} />
          <FormattedMessage
            {...messages.resolvedBy}
            values={{ name: discussion.resolvedBy ? nameInText(intl, discussion.resolvedBy) : '' }}
          />
          {isFolded && (
            <Button kind="quiet" size="small" onClick={() => setUnfolded(true)}>
              <FormattedMessage {...messages.showResolved} values={{ count: notes.length }} />
            </Button>
          )}
        </div>
      )}
      {!isFolded &&
        notes.map((note, index) => <Comment key={note.id} note={note} address={address} isReply={index > 0} />)}
      {!isFolded && <ThreadActions discussion={discussion} address={address} name={first.author.name} />}
    </section>
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
  const [isEditing, setEditing] = useState(false);
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

function ThreadActions({
  discussion,
  address,
  name,
}: {
  discussion: RequestDiscussion;
  address: RequestAddress;
  name: string;
}) {
  const { formatMessage } = useIntl();
  const { mayComment } = useDiscussionItem();
  const [isReplying, setReplying] = useState(false);
  const change = useNoteChange();
  const { id, resolvable, resolved } = discussion;
  const mayResolve = resolvable && discussion.userPermissions?.resolveNote;
  if (isReplying) {
    return (
      <div className={styles.reply}>
        <Suspense fallback={null}>
          <Composer
            label={formatMessage(messages.replyTo, { name })}
            send={formatMessage(messages.reply)}
            draft={`merge-request-${id}`}
            autoFocus
            onSend={(body) => writeComment(address, { body, discussionId: id })}
            onDone={() => setReplying(false)}
          />
        </Suspense>
      </div>
    );
  }
  if (!mayComment && !mayResolve) return null;
  return (
    <div className={styles.threadActions}>
      {mayComment && (
        <Button kind="quiet" size="small" icon={MessageSquareReply} onClick={() => setReplying(true)}>
          <FormattedMessage {...messages.reply} />
        </Button>
      )}
      {mayResolve && (
        <Button
          kind="quiet"
          size="small"
          icon={resolved ? RotateCcw : Check}
          busy={change.isBusy}
          onClick={() => void change.run(() => resolveThread(address, id, !resolved))}
        >
          <FormattedMessage {...(resolved ? messages.reopen : messages.resolve)} />
        </Button>
      )}
      {change.failure && <Alert tone="danger">{change.failure}</Alert>}
    </div>
  );
}
