import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { type Address, placeOf } from '../addresses.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { HelpKey } from '../shortcuts/HelpKey.tsx';
import { Navigation } from './Navigation.tsx';
import { useNavigationWidth } from './navigation-width.ts';
import { usePlace } from './place.ts';
import { TabBar } from './TabBar.tsx';
import { Topbar } from './Topbar.tsx';
import { shellWords } from './words.ts';
import styles from './Shell.module.css';

const Palette = lazy(() => import('../palette/Palette.tsx').then((module) => ({ default: module.Palette })));

/** The frame around every page but those that stand alone. The roadmap fills the window and scrolls inside. */
export function Shell({ address, children }: { address: Address | null; children: ReactNode }) {
  const { formatMessage } = useIntl();
  const place = usePlace(placeOf(address));
  const [width, setWidth] = useNavigationWidth(address?.page);
  const [isSearching, setSearching] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  useSearchKey(search);
  return (
    <>
      <a className={styles.skip} href="#content">
        {formatMessage(shellWords.skip)}
      </a>
      <div className={styles.app} data-navigation={width} data-fill={address?.page === 'roadmap' || undefined}>
        <Navigation address={address} place={place} width={width} onWidth={setWidth} onSearch={search} />
        <div className={styles.frame}>
          <Topbar address={address} place={place} onSearch={search} />
          <ConnectionNotice />
          <main id="content" tabIndex={-1} className={styles.content}>
            {children}
          </main>
        </div>
        <TabBar address={address} place={place} onSearch={search} />
      </div>
      <HelpKey />
      {isSearching && (
        <Suspense fallback={null}>
          <Palette place={place} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </>
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
