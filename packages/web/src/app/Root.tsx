import { useEffect, useLayoutEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { toast, ToastRegion } from '../ui/overlay/Toast.tsx';
import type { Address } from '../platform/navigation/addresses.ts';
import { useRouter, useRouterState } from '../platform/navigation/router-context.ts';
import { endFirstPaint } from '../platform/loading/first-paint.ts';
import { preloadedAfterPaint } from '../platform/loading/preloaded.tsx';
import { AddressedPage } from './AddressedPage.tsx';
import { PageBoundary } from '../platform/loading/Failure.tsx';
import { Shell } from './shell/Shell.tsx';
import { session } from '../platform/session/session.ts';
import { RouteAnnouncer } from '../platform/navigation/title.tsx';
import { useAddress, useShownPathname } from '../platform/navigation/use-address.ts';

/** Tooltips and banners are not needed for the first paint. */
const LateLayers = preloadedAfterPaint(() =>
  import('./LateLayers.tsx').then(
    (module) => module.LateLayers,
    () => () => null,
  ),
);

/** The frame that stays while pages change. */
export function Root() {
  const pathname = useShownPathname();
  const address = useAddress();
  const page = (
    <PageBoundary resetKey={pathname}>
      <AddressedPage />
    </PageBoundary>
  );
  useFocusRestore(pathname);
  useNotice();
  return (
    <>
      {standsAlone(address) ? page : <Shell address={address}>{page}</Shell>}
      <RouteAnnouncer />
      <ToastRegion />
      <LateLayers />
      <RenderedSignal />
    </>
  );
}

/** Notifies the router when a page is mounted. It is the last child, so its effect runs after those of the page. */
function RenderedSignal() {
  const router = useRouter();
  const shown = useRouterState((state) => state.shown);
  const status = useRouterState((state) => state.status);
  useLayoutEffect(() => {
    router.rendered();
    if (status !== 'loading') endFirstPaint();
  }, [router, shown, status]);
  return null;
}

/**
 * Pages for people who are not signed in have no navigation: its links would lead to the sign-in page. Nor has the set-up of an overdue
 * second factor, to which all of them lead.
 */
function standsAlone(address: Address | null): boolean | undefined {
  return (
    address?.page === 'signIn' ||
    address?.page === 'providerSignIn' ||
    address?.page === 'providerReturn' ||
    address?.page === 'setUp' ||
    address?.page === 'sharedRoadmap' ||
    address?.page === 'invitation' ||
    address?.page === 'forgotPassword' ||
    address?.page === 'resetPassword' ||
    address?.page === 'confirmEmail' ||
    address?.page === 'signUp' ||
    session().twoFactor?.isOver
  );
}

/** When the focused element is unmounted with its page, the new page gets the focus and not the document. */
function useFocusRestore(pathname: string): void {
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = '';
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Shows once the result of a form that was posted before this page: the server leaves the name of the message in a cookie. */
function useNotice(): void {
  const { formatMessage } = useIntl();
  useEffect(() => {
    const name = /(?:^|; )notice=(\w+)/.exec(document.cookie)?.[1];
    if (name === undefined) return;
    document.cookie = 'notice=; path=/; max-age=0';
    const say = async (): Promise<void> => {
      const { notices } = await import('./notices.ts');
      const known = Object.entries(notices).find(([each]) => each === name);
      if (known) toast({ text: formatMessage(known[1]) });
    };
    void say();
  }, [formatMessage]);
}
