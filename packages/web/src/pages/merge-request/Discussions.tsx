import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { discussionsPages, type RequestProps } from '../../modules/merge-requests/api.ts';
import { beginThread, writeComment } from '../../modules/merge-requests/changes.ts';
import { RequestThread } from '../../modules/merge-requests/RequestThread.tsx';
import { DiscussionContext } from '../../modules/notes/discussion-item.ts';
import { noteMessages as messages } from '../../modules/notes/messages.ts';
import { present } from '../../platform/api/graphql.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import styles from './MergeRequest.module.css';

const Composer = lazy(async () => ({ default: (await import('../../modules/notes/Composer.tsx')).Composer }));

/** Comments and system notes, and the form for a comment. */
export function Discussions({ request, fullPath }: RequestProps) {
  const { formatMessage } = useIntl();
  const { id, iid, webPath } = request;
  const address = { fullPath, iid };
  const { createNote: mayComment, createInternalNote: mayWriteInternally } = request.userPermissions;
  const query = useInfiniteQuery(discussionsPages(address));
  const about = useMemo(
    () => ({
      kind: 'issue' as const,
      fullPath,
      noteableId: id,
      webPath,
      mayComment,
      mayWriteInternally,
      textContext: { kind: 'project', fullPath, type: 'issue', iid: null, hasActions: false } as const,
    }),
    [fullPath, id, webPath, mayComment, mayWriteInternally],
  );
  const hasScrolled = useRef(false);
  const isLoaded = query.data !== undefined;
  useEffect(() => {
    const anchor = /^#(note_\d+)$/.exec(window.location.hash)?.[1];
    const note = anchor === undefined || hasScrolled.current ? null : document.getElementById(anchor);
    if (!isLoaded || !note) return;
    hasScrolled.current = true;
    note.scrollIntoView({ block: 'center' });
  }, [isLoaded]);
  return (
    <DiscussionContext value={about}>
      <Section title={<FormattedMessage {...messages.title} />}>
        <SkeletonView query={query} failed={<FormattedMessage {...messages.failed} />}>
          {({ pages }) => {
            const discussions = pages.flatMap(({ project }) => present(project?.mergeRequest?.discussions.nodes));
            if (discussions.length > 0) {
              return discussions.map((discussion) => (
                <RequestThread key={discussion.id} discussion={discussion} address={address} />
              ));
            }
            return (
              <p className={text.quiet}>
                <FormattedMessage {...messages.none} />
              </p>
            );
          }}
        </SkeletonView>
        <MorePages query={query} />
        {mayComment && (
          <div className={styles.last}>
            <Suspense fallback={null}>
              <Composer
                label={formatMessage(messages.add)}
                send={formatMessage(messages.comment)}
                draft={id}
                offersInternal={mayWriteInternally}
                onSend={(body, { internal }) => writeComment(address, { body, internal })}
                other={{
                  send: formatMessage(messages.thread),
                  onSend: (body) => beginThread(address, body),
                }}
              />
            </Suspense>
          </div>
        )}
      </Section>
    </DiscussionContext>
  );
}
