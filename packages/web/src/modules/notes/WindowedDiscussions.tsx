import type { Discussion } from './api.ts';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMeasuredRows } from '../../ui/list/use-measured-rows.ts';
import { useRowWindow } from '../../ui/list/use-row-window.ts';
import { PinnedInList } from './pinned-in-list.ts';
import { Thread } from './Thread.tsx';
import { holds } from './use-addressed-note.ts';
import styles from './DiscussionList.module.css';

export interface DiscussionListProps {
  discussions: readonly Discussion[];
  /** The note that the address names (`note_12`). */
  addressed: string | null;
}

const SYSTEM_NOTE_HEIGHT = 32;
const COMMENT_HEIGHT = 140;
/** Threads rendered beyond each edge of the screen. */
const SPARE_THREADS = 6;

/** A windowed list of threads: the others keep their space. */
export function WindowedDiscussions({ discussions, addressed }: DiscussionListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [kept, setKept] = useState<readonly string[]>([]);
  const keys = useMemo(() => discussions.map(({ id }) => id), [discussions]);
  const estimate = useCallback(
    (index: number) => (discussions[index]?.notes.nodes?.[0]?.system ? SYSTEM_NOTE_HEIGHT : COMMENT_HEIGHT),
    [discussions],
  );
  const { rows, measure } = useMeasuredRows(keys, estimate);
  const { indexes, reveal } = useRowWindow({
    rows,
    viewport: { list },
    spare: SPARE_THREADS,
    kept: useMemo(() => kept.map((id) => keys.indexOf(id)), [kept, keys]),
    keyOf: (index) => keys[index],
  });
  const gone = useRef<string | null>(null);
  useEffect(() => {
    if (addressed === null || gone.current === addressed) return undefined;
    const index = discussions.findIndex((discussion) => holds(discussion, addressed));
    if (index < 0) return undefined;
    gone.current = addressed;
    reveal(index, 'center');
    // The surrounding rows are measured when they render; the position is known afterwards.
    let timer: ReturnType<typeof setTimeout>;
    const goThere = (triesLeft: number): void => {
      const note = document.getElementById(addressed);
      if (note) note.scrollIntoView({ block: 'center' });
      else if (triesLeft > 0) timer = setTimeout(goThere, 50, triesLeft - 1);
    };
    timer = setTimeout(goThere, 100, 40);
    return () => clearTimeout(timer);
  }, [addressed, discussions, reveal]);
  return (
    <ol
      ref={list}
      className={styles.windowed}
      style={{ '--height': `${rows.top(discussions.length)}px` } as CSSProperties}
    >
      {indexes.map((index) => {
        const discussion = discussions[index];
        return (
          discussion && (
            <li
              key={discussion.id}
              ref={measure}
              data-key={discussion.id}
              aria-setsize={discussions.length}
              aria-posinset={index + 1}
              style={{ '--top': `${rows.top(index)}px` } as CSSProperties}
            >
              <Kept id={discussion.id} onChange={setKept}>
                <Thread discussion={discussion} />
              </Kept>
            </li>
          )
        );
      })}
    </ol>
  );
}

/** Lets descendants keep their row in the document. */
function Kept({
  id,
  onChange,
  children,
}: {
  id: string;
  onChange(change: (kept: readonly string[]) => readonly string[]): void;
  children: ReactNode;
}) {
  const keep = useCallback(() => {
    onChange((kept) => [...kept, id]);
    return () =>
      onChange((kept) => {
        const at = kept.indexOf(id);
        return kept.filter((_, index) => index !== at);
      });
  }, [id, onChange]);
  return <PinnedInList value={keep}>{children}</PinnedInList>;
}
