import { Check, MessageSquareReply, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { nameInText } from '../../ui/text/names.ts';
import { resolveThread, writeComment, type Discussion } from './api.ts';
import { Comment } from './Comment.tsx';
import { SystemNote } from './SystemNote.tsx';
import { usePinnedInList } from './pinned-in-list.ts';
import { useDiscussionItem } from './discussion-item.ts';
import { useNoteChange } from './use-note-change.ts';
import { noteMessages as messages } from './messages.ts';
import styles from './Activity.module.css';

const Composer = lazy(async () => ({ default: (await import('./Composer.tsx')).Composer }));

/** A comment with its replies, or a system note. */
export function Thread({ discussion }: { discussion: Discussion }) {
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
          <Check size={14} aria-hidden />
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
      {!isFolded && notes.map((note, index) => <Comment key={note.id} note={note} isReply={index > 0} />)}
      {!isFolded && <ThreadActions discussion={discussion} name={first.author?.name ?? ''} />}
    </section>
  );
}

function ThreadActions({ discussion, name }: { discussion: Discussion; name: string }) {
  const { formatMessage } = useIntl();
  const { noteableId, mayComment } = useDiscussionItem();
  const [isReplying, setReplying] = useState(false);
  usePinnedInList(isReplying);
  const change = useNoteChange();
  const { id, resolvable, resolved } = discussion;
  const mayResolve = resolvable && discussion.userPermissions.resolveNote;
  if (isReplying) {
    return (
      <div className={styles.reply}>
        <Suspense fallback={null}>
          <Composer
            label={formatMessage(messages.replyTo, { name })}
            send={formatMessage(messages.reply)}
            draft={id}
            autoFocus
            onSend={(body) => writeComment({ noteableId, body, discussionId: id })}
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
          onClick={() => void change.run(() => resolveThread(id, !resolved))}
        >
          <FormattedMessage {...(resolved ? messages.reopen : messages.resolve)} />
        </Button>
      )}
      {change.failure && <Alert tone="danger">{change.failure}</Alert>}
    </div>
  );
}
