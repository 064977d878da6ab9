import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { usePeekFrame } from './peek/peek-frame.ts';
import styles from './StickyHead.module.css';

/**
 * A sticky copy of the title while the real one is scrolled out of view. Pressing it scrolls to the top. Hidden from screen
 * readers, which still have the heading.
 */
export function StickyHead({
  heading,
  title,
  badges,
}: {
  heading: RefObject<HTMLElement | null>;
  title: string;
  badges: ReactNode;
}) {
  const isAway = useIsAbove(heading);
  const isPeek = usePeekFrame() !== null;
  // The head of the peek stays in view by itself.
  if (!isAway || isPeek) return null;
  return (
    <div className={styles.sticky} data-sticky-head="">
      <div className={styles.inner}>
        {badges}
        <a
          href="#top"
          className={styles.title}
          onClick={(event) => {
            event.preventDefault();
            heading.current?.scrollIntoView({ block: 'center' });
            heading.current?.closest('main')?.scrollTo({ top: 0 });
            window.scrollTo({ top: 0 });
          }}
        >
          {title}
        </a>
      </div>
    </div>
  );
}

/** Whether an element has been scrolled out over the upper edge. */
function useIsAbove(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (!watched || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setAbove(!entry.isIntersecting && entry.boundingClientRect.top < (entry.rootBounds?.top ?? 0) + 1);
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return isAbove;
}
