import { type MouseEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { hrefOf, type Target } from '../../../platform/navigation/navigation.ts';
import { useRouterState } from '../../../platform/navigation/router-context.ts';
import { offersPeek, peekOf } from './peek-address.ts';
import { useOpenPeek } from './use-peek.ts';

export interface PeekRow {
  'data-peek': string | undefined;
  'data-peeked': true | undefined;
  'aria-current': true | undefined;
  onClick: (event: MouseEvent<HTMLElement>) => unknown;
}

/** The attributes of a row or card whose item a press shows beside the page, and which scrolls into view when its item is shown. */
export function usePeekRow(to: Target, row: RefObject<HTMLElement | null>): PeekRow {
  const offers = useRouterState(({ shown }) => offersPeek(shown));
  const openPeek = useOpenPeek();
  const peek = useMemo(() => (offers ? peekOf(to) : null), [offers, to]);
  const isPeeked = useRouterState(({ shown }) => peek !== null && shown.peek === peek) || undefined;
  const wasPeeked = useRef(isPeeked);
  useEffect(() => {
    if (isPeeked && !wasPeeked.current) row.current?.scrollIntoView({ block: 'nearest' });
    wasPeeked.current = isPeeked;
  }, [isPeeked, row]);
  const onClick = useCallback(
    (event: MouseEvent<HTMLElement>) => peek !== null && pressRow(event, to, openPeek),
    [peek, to, openPeek],
  );
  return { 'data-peek': peek ?? undefined, 'data-peeked': isPeeked, 'aria-current': isPeeked, onClick };
}

/** Controls of a row keep their own meaning. */
const controls =
  'a, button, input, select, textarea, label, summary, [contenteditable], [role=menu], [data-edits], dialog';

/** A press on a row beside its controls. With Ctrl or Cmd it opens the page in a new tab, as a link does. */
function pressRow(event: MouseEvent<HTMLElement>, to: Target, openPeek: (target: Target) => boolean): void {
  const { target, currentTarget } = event;
  if (event.defaultPrevented || event.button !== 0 || event.shiftKey || event.altKey) return;
  // A press in a menu or dialog that the row opened arrives here as well, but is not in the row's element.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return;
  if (String(window.getSelection() ?? '') !== '') return;
  if (event.ctrlKey || event.metaKey) window.open(hrefOf(to), '_blank', 'noopener');
  else openPeek(to);
}
