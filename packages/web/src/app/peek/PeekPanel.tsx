import { ChevronDown, ChevronUp, Link as LinkIcon, Maximize2, X } from 'lucide-react';
import {
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  useCallback,
  useSyncExternalStore,
} from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { offersPeek, type PeekAddress, isItem } from '../../modules/work-items/peek/peek-address.ts';
import { PeekFrameContext } from '../../modules/work-items/peek/peek-frame.ts';
import { setPeekTools } from '../../modules/work-items/peek/peek-tools.ts';
import { showPeek, openedPeek } from '../../modules/work-items/peek/use-peek.ts';
import { type IsSameForm, UnsavedScope } from '../../platform/forms/UnsavedGuard.tsx';
import { PageBoundary } from '../../platform/loading/Failure.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { hrefOf } from '../../platform/navigation/navigation.ts';
import { useAddress } from '../../platform/navigation/use-address.ts';
import { useRouter, useRouterState } from '../../platform/navigation/router-context.ts';
import { parseSearch } from '../../platform/navigation/search.ts';
import { NamesThePage } from '../../platform/navigation/title.tsx';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { Hidden } from '../../ui/text/text.tsx';
import frame from '../../platform/frame/Shell.module.css';
import styles from './peek.module.css';
import { useInertBehind, usePeekFocus } from './use-peek-focus.ts';
import { useSheetDrag } from './use-sheet-drag.ts';
import { usePeekKeys } from './use-peek-keys.ts';
import type { Router } from '../../platform/navigation/router.ts';
import { parseAddress, printAddress } from '../../platform/navigation/addresses.ts';
import { peekOrders, subscribeToPeekOrders } from '../../modules/work-items/peek/peek-order.ts';
import { defineMessages, loadingLabel } from '../../ui/text/messages.ts';

const messages = defineMessages({
  close: { id: 'peek.close', defaultMessage: 'Close' },
  previous: { id: 'peek.previous', defaultMessage: 'Previous item' },
  next: { id: 'peek.next', defaultMessage: 'Next item' },
  copyLink: { id: 'peek.copyLink', defaultMessage: 'Copy link' },
  linkCopied: { id: 'peek.linkCopied', defaultMessage: 'Link copied' },
  notCopied: { id: 'peek.notCopied', defaultMessage: 'Could not copy. The link is {text}' },
  open: { id: 'peek.open', defaultMessage: 'Open' },
  closeKey: { id: 'peek.closeKey', defaultMessage: 'Close the side peek' },
});

/** With its parts: what arrived later would move what is read already. */
const EpicPage = lazy(async () => {
  const [page] = await Promise.all([
    import('../../pages/epic/EpicPage.tsx'),
    import('../../pages/epic/EpicSidebar.tsx').then(({ loadPeekFields }) => loadPeekFields()),
    import('../../pages/epic/EpicActivity.tsx'),
  ]);
  return { default: page.EpicPage };
});
const IssuePage = lazy(async () => ({ default: (await import('../../pages/issue/IssuePage.tsx')).IssuePage }));

export interface PeekPanelProps {
  /** As the address has it. */
  peek: string;
  /** The frame with the page. */
  behind: RefObject<HTMLElement | null>;
}

/** The peek, on pages that offer one. A text that names no item is removed from the address. */
export function PeekPanel(props: PeekPanelProps) {
  const { peek } = props;
  const router = useRouter();
  const offers = useRouterState(({ shown }) => offersPeek(shown));
  const isRoadmap = useAddress()?.page === 'roadmap';
  const item = useMemo(() => parsePeek(peek), [peek]);
  const isWrong = offers && item === null;
  useEffect(() => {
    if (isWrong) removePeek(router);
  }, [isWrong, router]);
  return offers && item && <Panel {...props} item={item} isRoadmap={isRoadmap} />;
}

/** An item beside the page: the content of its own page, in one column. */
function Panel({ peek, behind, item, isRoadmap }: PeekPanelProps & { item: PeekAddress; isRoadmap: boolean }) {
  const { formatMessage } = useIntl();
  const router = useRouter();
  const panel = useRef<HTMLElement>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const [title, setTitle] = useState({ peek, text: '' });
  const { previous, next } = usePeekNeighbors(peek);
  const close = () => closePeek(router);
  usePeekFocus({ panel, behind, peek });
  useInertBehind(behind);
  usePeekKeys(panel, {
    close,
    step: (direction) => {
      const to = direction === 'previous' ? previous : next;
      if (to !== null) showPeek(router, to);
    },
  });
  useShortcuts([
    { keys: 'Esc', title: formatMessage(messages.closeKey) },
    { keys: '↑', title: formatMessage(messages.previous) },
    { keys: '↓', title: formatMessage(messages.next) },
  ]);
  const frameOfItem = useMemo(
    () => ({
      actions,
      skeleton: <PeekSkeleton label={formatMessage(loadingLabel)} />,
      setTitle: (text: string) => setTitle({ peek, text }),
      onUnavailable: isRoadmap ? () => removePeek(router) : null,
    }),
    [actions, peek, formatMessage, isRoadmap, router],
  );
  const grip = useSheetDrag(panel, close);
  // Until the item has loaded, its reference is its name.
  const name = title.peek === peek && title.text !== '' ? title.text : peek;
  return (
    <aside ref={panel} className={`${frame.peek} ${styles.panel}`} tabIndex={-1} aria-label={name}>
      <div className={styles.grip} onPointerDown={grip} />
      <div className={styles.head} onPointerDown={grip}>
        <IconButton icon={X} label={formatMessage(messages.close)} aria-keyshortcuts="Escape" onClick={close} />
        <IconButton
          icon={ChevronUp}
          label={formatMessage(messages.previous)}
          aria-keyshortcuts="ArrowUp"
          aria-disabled={previous === null}
          onClick={() => previous !== null && showPeek(router, previous)}
        />
        <IconButton
          icon={ChevronDown}
          label={formatMessage(messages.next)}
          aria-keyshortcuts="ArrowDown"
          aria-disabled={next === null}
          onClick={() => next !== null && showPeek(router, next)}
        />
        <span className={styles.reference} data-tooltip-cut="">
          {peek.slice(peek.lastIndexOf('/') + 1)}
        </span>
        <CopyLink item={item} />
        <span ref={setActions} className={styles.actions} />
        <ButtonLink className={styles.open ?? ''} to={item} icon={Maximize2}>
          <span>
            <FormattedMessage {...messages.open} />
          </span>
        </ButtonLink>
      </div>
      <Hidden>
        <span aria-live="polite">{name === peek ? '' : name}</span>
      </Hidden>
      <div className={styles.body}>
        <NamesThePage value={false}>
          <UnsavedScope value={isSamePeek}>
            <PeekFrameContext value={frameOfItem}>
              <PageBoundary resetKey={peek}>
                <Suspense fallback={frameOfItem.skeleton}>
                  <PeekedItem key={peek} item={item} />
                </Suspense>
              </PageBoundary>
            </PeekFrameContext>
          </UnsavedScope>
        </NamesThePage>
      </div>
      <div ref={setPeekTools} className={styles.tools} />
    </aside>
  );
}

function PeekedItem({ item: { page, fullPath, iid } }: { item: PeekAddress }) {
  return page === 'epic' ? (
    <EpicPage address={{ page, fullPath, iid }} />
  ) : (
    <IssuePage address={{ page, fullPath, iid }} />
  );
}

function CopyLink({ item }: { item: PeekAddress }) {
  const { formatMessage } = useIntl();
  const text = window.location.origin + hrefOf(item);
  const said = {
    copied: formatMessage(messages.linkCopied),
    notCopied: formatMessage(messages.notCopied, { text }),
  };
  return (
    <IconButton icon={LinkIcon} label={formatMessage(messages.copyLink)} onClick={() => void copyText(text, said)} />
  );
}

/** What is typed in a peek is lost with it, although the page stays. */
const isSamePeek: IsSameForm = (one, other) =>
  one.pathname === other.pathname && parseSearch(one.search)['peek'] === parseSearch(other.search)['peek'];

/** A skeleton of title, fields and text while an item loads. Most items load before it appears. */
function PeekSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

/** Closes the peek: a step back if opening it was the last step, so that Back does not meet the same page twice. */
function closePeek(router: Router): void {
  const { pathname, search } = router.state.target;
  const href = pathname + search;
  const opened = openedPeek();
  if (href === opened?.before && opened?.index === router.history.location.state.__TSR_index) router.history.back();
  else removePeek(router);
}

/** The same page without a peek, in place of this one in the history. */
function removePeek(router: Router): void {
  const { pathname, search } = router.state.target;
  router.navigate(pathname + search, { replace: true, keepScroll: true });
}

/** The item that the parameter `peek` names; null for any other text. */
function parsePeek(text: string): PeekAddress | null {
  const [, fullPath = '', sign, iid = ''] = /^(.+)([&#])(\d+)$/.exec(text) ?? [];
  const page = sign === '&' ? 'epic' : 'issue';
  const address = parseAddress(printAddress({ page, fullPath, iid }));
  return isItem(address) && address.page === page ? address : null;
}

/** The items before and after one, in the first list that contains it; null at its ends. */
function usePeekNeighbors(peek: string): { previous: string | null; next: string | null } {
  const before = useCallback(() => neighborOf(peek, -1), [peek]);
  const after = useCallback(() => neighborOf(peek, 1), [peek]);
  return {
    previous: useSyncExternalStore(subscribeToPeekOrders, before),
    next: useSyncExternalStore(subscribeToPeekOrders, after),
  };
}

function neighborOf(peek: string, step: 1 | -1): string | null {
  for (const order of peekOrders()) {
    const list = order();
    const at = list.indexOf(peek);
    if (at !== -1) return list[at + step] ?? null;
  }
  return null;
}
