import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { startRoadmap } from '../pages/roadmap/early.ts';
import { parseAddress } from './addresses.ts';
import { connectNavigation } from './navigation.ts';
import { loadPage } from './pages.ts';
import { makeQueryClient, Providers } from './providers.tsx';
import { reloadOnNewBuild } from './reload.ts';
import { router } from './router.tsx';
import { followTheme } from './theme.ts';

/** The one element that the application lives in. */
export const containerId = 'app';

/** Draws the application into its container; on a page without one it does nothing at all and gives null. */
export function startApplication(document: Document): Root | null {
  const container = document.getElementById(containerId);
  if (!container) return null;
  // Before anything is drawn: what the page needs comes while the frame around it is made.
  const address = parseAddress(window.location.pathname);
  if (address?.page === 'roadmap') void startRoadmap(address.fullPath, window.location.search);
  void loadPage(address).catch(() => undefined);
  followTheme();
  reloadOnNewBuild();
  connectNavigation({
    navigate: (href, { replace }) => void router.navigate({ href, replace } as never),
    // It is only a head start: the navigation itself tells what went wrong.
    prepare: (next) => void loadPage(next).catch(() => undefined),
  });
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <Providers client={makeQueryClient()}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
  return root;
}
