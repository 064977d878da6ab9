import { type HTMLAttributes, useRef } from 'react';
import { useRouter } from '../../../platform/navigation/router-context.ts';
import { showPeek } from './use-peek.ts';
import { usePeekOrderOf } from './use-peek-order-of.ts';

/** A list of items whose rows open the peek (`usePeekRow`), by a press or, from their link, by the key `o`. */
export function PeekList({ onKeyDown, children, ...rest }: HTMLAttributes<HTMLUListElement>) {
  const list = useRef<HTMLUListElement>(null);
  const router = useRouter();
  usePeekOrderOf(list);
  return (
    // The links inside handle the keys; the list only listens.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      {...rest}
      ref={list}
      onKeyDown={(event) => {
        const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-peek]') : null;
        if (event.key === 'o' && !event.ctrlKey && !event.metaKey && !event.altKey && row?.dataset['peek'])
          showPeek(router, row.dataset['peek']);
        else onKeyDown?.(event);
      }}
    >
      {children}
    </ul>
  );
}
