import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { DragLayer } from './DragLayer.tsx';
import { type Scene, TreeDrag } from './tree-drag.ts';

/** Makes the rows of a tree draggable; returns the overlay. */
export function useTreeDrag(
  list: RefObject<HTMLElement | null>,
  { isEnabled, ...scene }: Scene & { isEnabled: boolean },
): ReactNode {
  const current = useRef<Scene>(scene);
  useEffect(() => {
    current.current = scene;
  });
  const [drag, setDrag] = useState<TreeDrag | null>(null);
  const hasRows = scene.rows.length > 0;
  useEffect(() => {
    const element = list.current;
    if (!element || !isEnabled) return undefined;
    const made = new TreeDrag(element, () => current.current);
    setDrag(made);
    return () => {
      made.end();
      setDrag(null);
    };
  }, [list, isEnabled, hasRows]);
  return drag && <DragLayer drag={drag} />;
}
