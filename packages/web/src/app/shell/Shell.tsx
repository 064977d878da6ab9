import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { type Address, namespaceOf } from '../../platform/navigation/addresses.ts';
import type { Page } from '../../platform/navigation/routes.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { startKeyBuffer, endKeyBuffer } from '../../platform/shortcuts/key-buffer.ts';
import { HelpKey } from './HelpKey.tsx';
import { Navigation } from './Navigation.tsx';
import { useNavigationWidth } from './navigation-width.ts';
import { useRouterState } from '../../platform/navigation/router-context.ts';
import { setDisabledFeatures } from '../../platform/session/features.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { useNamespace } from '../../modules/namespaces/summary.ts';
import { TabBar } from './TabBar.tsx';
import { Topbar } from './Topbar.tsx';
import { shellMessages } from '../navigation/messages.ts';
import styles from '../../platform/frame/Shell.module.css';

const loadPalette = async () => ({ default: (await import('../palette/Palette.tsx')).Palette });
const Palette = lazy(loadPalette);
const PeekPanel = lazy(async () => ({ default: (await import('../peek/PeekPanel.tsx')).PeekPanel }));
/** After the first render and its first requests. */
const PRELOAD_DELAY_MS = 1_500;

/** Pages that fill the window and have a scroller of their own. */
const pagesThatFill: ReadonlySet<Page> = new Set(['roadmap', 'groupBoards', 'projectBoards']);

/** The frame around every page except standalone ones. */
export function Shell({ address, children }: { address: Address | null; children: ReactNode }) {
  const { formatMessage } = useIntl();
  const namespace = useNamespace(namespaceOf(address));
  const { fullPath = null, disabledFeatures = null } = namespace ?? {};
  const [firstPath] = useState(fullPath);
  useEffect(() => {
    // As the page was sent, until the switches of another group or project are known.
    setDisabledFeatures(disabledFeatures ?? (fullPath === firstPath ? null : []));
  }, [disabledFeatures, fullPath, firstPath]);
  const [width, setWidth] = useNavigationWidth(address?.page);
  const [isSearching, setSearching] = useState(false);
  const closeSearch = useCallback(() => {
    endKeyBuffer();
    setSearching(false);
  }, []);
  const search = useCallback(() => {
    // An open palette has a field that takes the keys.
    if (!document.querySelector('dialog[open]')) startKeyBuffer(closeSearch);
    setSearching(true);
  }, [closeSearch]);
  const behind = useRef<HTMLDivElement>(null);
  useSearchKey(search);
  // A failure surfaces on first use.
  useEffect(() => whenIdle(() => void loadPalette().catch(() => undefined), PRELOAD_DELAY_MS), []);
  useEffect(() => () => endKeyBuffer(), []);
  return (
    <>
      <a className={styles.skip} href="#content">
        {formatMessage(shellMessages.skip)}
      </a>
      <div
        ref={behind}
        className={styles.app}
        data-navigation={width}
        data-fill={(address && pagesThatFill.has(address.page)) || undefined}
      >
        <Navigation address={address} namespace={namespace} width={width} onWidth={setWidth} onSearch={search} />
        <div className={styles.frame}>
          <Topbar address={address} namespace={namespace} onSearch={search} />
          <ConnectionNotice />
          <main id="content" tabIndex={-1} className={styles.content}>
            {children}
          </main>
        </div>
        <TabBar address={address} namespace={namespace} onSearch={search} />
      </div>
      <Peek behind={behind} />
      <HelpKey />
      {isSearching && (
        <Suspense fallback={null}>
          <Palette namespace={namespace} onClose={closeSearch} />
        </Suspense>
      )}
    </>
  );
}

/** The item that the address names as `peek`, beside the page. */
function Peek({ behind }: { behind: RefObject<HTMLElement | null> }) {
  const peek = useRouterState(({ shown }) => shown.peek);
  if (peek === '') return null;
  return (
    <Suspense fallback={<div className={styles.peek} />}>
      <PeekPanel peek={peek} behind={behind} />
    </Suspense>
  );
}

/** Ctrl or Cmd with K opens the search from anywhere. */
function useSearchKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
}
