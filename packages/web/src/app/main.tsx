import '../styles/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectNavigation } from './navigation.ts';
import { loadPage } from './pages.ts';
import { makeQueryClient, Providers } from './providers.tsx';
import { reloadOnNewBuild } from './reload.ts';
import { router } from './router.tsx';
import { followTheme } from './theme.ts';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element #app');

followTheme();
reloadOnNewBuild();
connectNavigation({
  navigate: (href, { replace }) => void router.navigate({ href, replace } as never),
  // It is only a head start: the navigation itself tells what went wrong.
  prepare: (address) => void loadPage(address).catch(() => undefined),
});
createRoot(container).render(
  <StrictMode>
    <Providers client={makeQueryClient()}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
