import { lazy, Suspense, useEffect } from 'react';
import { useAfterPaint } from '../../ui/feedback/after-paint.ts';
import { Thread } from './Thread.tsx';
import { AddressedNote } from './use-addressed-note.ts';
import type { DiscussionListProps } from './WindowedDiscussions.tsx';

// Most items have fewer notes and need no windowing.
const WindowedDiscussions = lazy(async () => ({
  default: (await import('./WindowedDiscussions.tsx')).WindowedDiscussions,
}));

/** Up to this number all are in the document, where the browser's search finds them. */
const MAX_WHOLE = 60;
/** The number of rows that fill a screen, rendered first; the others follow after they are painted. */
const FIRST = 8;
/** The estimated height of the others, so that a restored scroll position is within the page. */
const ROOM = 400;

/** Threads and system notes in order; long lists are windowed. */
export function DiscussionList(props: DiscussionListProps) {
  const whole = <WholeList {...props} />;
  return (
    <AddressedNote value={props.addressed}>
      {props.discussions.length > MAX_WHOLE ? (
        <Suspense fallback={whole}>
          <WindowedDiscussions {...props} />
        </Suspense>
      ) : (
        whole
      )}
    </AddressedNote>
  );
}

function WholeList({ discussions, addressed }: DiscussionListProps) {
  useEffect(() => {
    if (addressed !== null) document.getElementById(addressed)?.scrollIntoView({ block: 'center' });
  }, [addressed, discussions.length]);
  const isPainted = useAfterPaint();
  // A link to a later one renders it immediately.
  const first = isPainted || addressed !== null ? discussions : discussions.slice(0, FIRST);
  const room = (discussions.length - first.length) * ROOM;
  return (
    <ol style={room > 0 ? { paddingBlockEnd: room } : undefined}>
      {first.map((discussion) => (
        <li key={discussion.id}>
          <Thread discussion={discussion} />
        </li>
      ))}
    </ol>
  );
}
