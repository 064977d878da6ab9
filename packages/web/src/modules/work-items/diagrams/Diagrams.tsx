import { type RefObject, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Diagram } from './Diagram.tsx';

/** A source in a rendered text, and the container before it for its image. */
interface Slot {
  source: HTMLPreElement;
  container: HTMLDivElement;
}

/** Draws the diagrams of a rendered text into its DOM, which React did not render. `html`: the content of `root`. */
export function Diagrams({ root, html }: { root: RefObject<HTMLElement | null>; html: string }) {
  const [slots, setSlots] = useState<readonly Slot[]>([]);
  useLayoutEffect(() => {
    const found = [...(root.current?.querySelectorAll<HTMLPreElement>('pre[data-diagram]') ?? [])].map((source) => {
      const container = document.createElement('div');
      source.before(container);
      return { source, container };
    });
    // React did not render this text: the elements are only known after mounting.
    // oxlint-disable-next-line react/set-state-in-effect
    setSlots(found);
    return () => {
      for (const { container } of found) container.remove();
    };
  }, [root, html]);
  return slots.map(({ source, container }, index) =>
    createPortal(<Diagram source={source} />, container, String(index)),
  );
}
