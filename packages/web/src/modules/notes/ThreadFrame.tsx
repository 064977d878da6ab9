import { Check, MessageSquareReply, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { nameInText } from '../../ui/text/names.ts';
import type { ActionsDone } from './api.ts';
import { useDiscussionItem } from './discussion-item.ts';
import { noteMessages as messages } from './messages.ts';
import { usePinnedInList } from './pinned-in-list.ts';
import { useNoteChange } from './use-note-change.ts';
import styles from './Activity.module.css';

const Composer = lazy(async () => ({ default: (await import('./Composer.tsx')).Composer }));

/** A thread, whatever its comments are about. */
interface ThreadProps {
  resolved: boolean;
  mayResolve: boolean;
  /** The name of the author of its first comment. */
  name: string;
  /** The key under which an unsent reply is kept. */
  draft: string;
  onReply: (body: string) => Promise<ActionsDone>;
  onResolve: (resolved: boolean) => Promise<void>;
}

/** The frame of a thread: folded while it is resolved, with a place to reply and to resolve it. */
export function ThreadFrame({
  count,
  resolvedBy,
  children,
  ...thread
}: ThreadProps & {
  /** The number of its comments. */
  count: number;
  resolvedBy: Parameters<typeof nameInText>[1] | null;
  /** Its comments. */
  children: ReactNode;
}) {
  const intl = useIntl();
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = thread.resolved && !isUnfolded;
  return (
    <section className={styles.thread} data-resolved={thread.resolved || undefined}>
      {thread.resolved && (
        <div className={styles.resolved}>
          <Check size={14} aria-hidden />
          <FormattedMessage
            {...messages.resolvedBy}
            values={{ name: resolvedBy ? nameInText(intl, resolvedBy) : '' }}
          />
          {isFolded && (
            <Button kind="quiet" size="small" onClick={() => setUnfolded(true)}>
              <FormattedMessage {...messages.showResolved} values={{ count }} />
            </Button>
          )}
        </div>
      )}
      {!isFolded && (
        <>
          {children}
          <ThreadActions {...thread} />
        </>
      )}
    </section>
  );
}

function ThreadActions({ resolved, mayResolve, name, draft, onReply, onResolve }: ThreadProps) {
  const { formatMessage } = useIntl();
  const { mayComment } = useDiscussionItem();
  /** Null before the first reply. */
  const [isReplying, setReplying] = useState<boolean | null>(null);
  usePinnedInList(isReplying === true);
  const change = useNoteChange();
  if (isReplying) {
    return (
      <div className={styles.reply}>
        <Suspense fallback={null}>
          <Composer
            label={formatMessage(messages.replyTo, { name })}
            send={formatMessage(messages.reply)}
            draft={draft}
            autoFocus
            onSend={onReply}
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
        <Button
          kind="quiet"
          size="small"
          icon={MessageSquareReply}
          autoFocus={isReplying === false}
          onClick={() => setReplying(true)}
        >
          <FormattedMessage {...messages.reply} />
        </Button>
      )}
      {mayResolve && (
        <Button
          kind="quiet"
          size="small"
          icon={resolved ? RotateCcw : Check}
          busy={change.isBusy}
          onClick={() => void change.run(() => onResolve(!resolved))}
        >
          <FormattedMessage {...(resolved ? messages.reopen : messages.resolve)} />
        </Button>
      )}
      {change.failure && <Alert tone="danger">{change.failure}</Alert>}
    </div>
  );
}
