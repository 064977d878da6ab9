import { lazy, Suspense } from 'react';
import type { TokenValueProps } from './LoadedTokenValue.tsx';

const LoadedTokenValue = lazy(() =>
  import('./LoadedTokenValue.tsx').then((module) => ({ default: module.LoadedTokenValue })),
);

/** A value in a token: plain at first, with icon and title once loaded. */
export function TokenValue({ isKnown, ...look }: TokenValueProps & { isKnown: boolean }) {
  if (isKnown) return look.plain;
  return (
    <Suspense fallback={look.plain}>
      <LoadedTokenValue {...look} />
    </Suspense>
  );
}
