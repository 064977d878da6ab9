import { lazy, Suspense, useEffect } from 'react';
import { session } from '../platform/session/session.ts';
import { restoreLostFocus } from '../ui/restore-focus.ts';
import { TooltipLayer } from '../ui/overlay/TooltipLayer.tsx';

const TwoFactorBanner = lazy(async () => ({ default: (await import('./shell/TwoFactorBanner.tsx')).TwoFactorBanner }));

const SiteBanner = lazy(async () => ({ default: (await import('./shell/SiteBanner.tsx')).SiteBanner }));
const ImpersonationBanner = lazy(async () => ({
  default: (await import('./shell/ImpersonationBanner.tsx')).ImpersonationBanner,
}));

/** What a page shows beside its content, after the first paint. */
export function LateLayers() {
  useEffect(restoreLostFocus, []);
  return (
    <>
      <TooltipLayer />
      {session().site && (
        <Suspense fallback={null}>
          <SiteBanner />
        </Suspense>
      )}
      {session().impersonator !== undefined && (
        <Suspense fallback={null}>
          <ImpersonationBanner name={session().viewer?.name ?? ''} />
        </Suspense>
      )}
      {session().twoFactor?.isOver === false && (
        <Suspense fallback={null}>
          <TwoFactorBanner deadline={session().twoFactor?.deadline ?? ''} />
        </Suspense>
      )}
    </>
  );
}
