import { type RefObject, useLayoutEffect, useState } from 'react';

/** The height of the board on the screen. */
export function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => window.innerHeight);
  useLayoutEffect(() => {
    const board = element.current;
    if (!board) return undefined;
    const observer = new ResizeObserver(() => setHeight(board.clientHeight));
    observer.observe(board);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
