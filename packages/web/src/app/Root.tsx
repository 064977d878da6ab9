import { Outlet } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ToastRegion } from '../ui/Toast.tsx';
import { TooltipLayer } from '../ui/TooltipLayer.tsx';
import { PageBoundary } from './Failure.tsx';
import { Shell } from './shell/Shell.tsx';
import { RouteAnnouncer } from './title.tsx';
import { useAddress, useShownPathname } from './use-address.ts';

/** The frame that stays while pages change. */
export function Root() {
  const pathname = useShownPathname();
  const address = useAddress();
  const page = (
    <PageBoundary resetKey={pathname}>
      <Outlet />
    </PageBoundary>
  );
  useKeptFocus(pathname);
  return (
    <>
      {address?.page === 'signIn' || address?.page === 'setUp' ? page : <Shell address={address}>{page}</Shell>}
      <RouteAnnouncer />
      <ToastRegion />
      <TooltipLayer />
    </>
  );
}

/** When the element that had the focus went away with its page, the focus goes to the new page and not to the top. */
function useKeptFocus(pathname: string): void {
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = '';
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}
