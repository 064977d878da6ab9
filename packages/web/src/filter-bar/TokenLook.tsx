import { lazy, Suspense } from 'react';
import type { LookProps } from './KnownLook.tsx';

const KnownLook = lazy(() => import('./KnownLook.tsx').then((module) => ({ default: module.KnownLook })));

/** A value in a token: plain at first, with icon and title once loaded. */
export function TokenLook({ isKnown, ...look }: LookProps & { isKnown: boolean }) {
  if (isKnown) return look.plain;
  return (
    <Suspense fallback={look.plain}>
      <KnownLook {...look} />
    </Suspense>
  );
}
