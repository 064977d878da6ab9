import { present } from '../../platform/api/graphql.ts';
import { resolveThread, writeComment, type Discussion } from './api.ts';
import { Comment } from './Comment.tsx';
import { useDiscussionItem } from './discussion-item.ts';
import { SystemNote } from './SystemNote.tsx';
import { ThreadFrame } from './ThreadFrame.tsx';

/** A comment with its replies, or a system note. */
export function Thread({ discussion }: { discussion: Discussion }) {
  const { noteableId } = useDiscussionItem();
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
      mayResolve={resolvable && userPermissions.resolveNote}
      name={first.author?.name ?? ''}
      draft={id}
      onReply={(body) => writeComment({ noteableId, body, discussionId: id })}
      onResolve={(isResolved) => resolveThread(id, isResolved)}
    >
      {notes.map((note, index) => (
        <Comment key={note.id} note={note} isReply={index > 0} />
      ))}
    </ThreadFrame>
  );
}
