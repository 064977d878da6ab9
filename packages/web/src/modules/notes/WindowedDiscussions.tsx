import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DiscussionListProps } from './DiscussionList.tsx';
import { KeptInList } from './kept-in-list.ts';
import { Thread } from './Thread.tsx';
import { holds } from './use-addressed-note.ts';
import styles from './DiscussionList.module.css';

const SYSTEM_NOTE_HEIGHT = 32;
const COMMENT_HEIGHT = 140;

/** Of very many threads those near the screen; the others keep their place. */
export function WindowedDiscussions({ discussions, addressed }: DiscussionListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  const [kept, setKept] = useState<readonly string[]>([]);
  useLayoutEffect(() => {
    const place = (): void => {
      const element = list.current;
      if (element) setTop(element.getBoundingClientRect().top + window.scrollY);
    };
    place();
    // What stands above the list may grow: a picture that arrives, a form that opens.
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const indexes = useMemo(() => new Map(discussions.map(({ id }, index) => [id, index])), [discussions]);
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const keptIndexes = kept.map((id) => indexes.get(id) ?? -1).filter((index) => index >= 0);
      return [...new Set([...defaultRangeExtractor(range), ...keptIndexes])].toSorted((one, other) => one - other);
    },
    [kept, indexes],
  );
  const rows = useWindowVirtualizer({
    count: discussions.length,
    estimateSize: (index) => (discussions[index]?.notes.nodes?.[0]?.system ? SYSTEM_NOTE_HEIGHT : COMMENT_HEIGHT),
    getItemKey: (index) => discussions[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
    rangeExtractor,
  });
  const gone = useRef<string | null>(null);
  useEffect(() => {
    if (addressed === null || gone.current === addressed) return undefined;
    const index = discussions.findIndex((discussion) => holds(discussion, addressed));
    if (index < 0) return undefined;
    gone.current = addressed;
    rows.scrollToIndex(index, { align: 'center' });
    // The rows around it are measured as they come; its place is known once they are there.
    let timer: ReturnType<typeof setTimeout>;
    const goThere = (triesLeft: number): void => {
      const note = document.getElementById(addressed);
      if (note) note.scrollIntoView({ block: 'center' });
      else if (triesLeft > 0) timer = setTimeout(goThere, 50, triesLeft - 1);
    };
    timer = setTimeout(goThere, 100, 40);
    return () => clearTimeout(timer);
  }, [addressed, discussions, rows]);
  return (
    <ol ref={list} className={styles.windowed} style={{ '--height': `${rows.getTotalSize()}px` } as CSSProperties}>
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const discussion = discussions[index];
        return (
          discussion && (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={discussions.length}
              aria-posinset={index + 1}
              style={{ '--top': `${start - top}px` } as CSSProperties}
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

/** Lets what is inside hold its row in the document. */
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
  return <KeptInList value={keep}>{children}</KeptInList>;
}
