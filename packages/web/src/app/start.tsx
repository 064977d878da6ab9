import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
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
  followTheme();
  reloadOnNewBuild();
  connectNavigation({
    navigate: (href, { replace }) => void router.navigate({ href, replace } as never),
    // It is only a head start: the navigation itself tells what went wrong.
    prepare: (address) => void loadPage(address).catch(() => undefined),
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
