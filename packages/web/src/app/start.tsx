import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { endFirstPaint, firstPaintOnScreen } from '../platform/loading/first-paint.ts';
import { connectNavigation } from '../platform/navigation/navigation.ts';
import { loadPage } from './pages.ts';
import { makeQueryClient, Providers } from './providers.tsx';
import { reloadOnNewBuild } from '../platform/loading/reload.ts';
import { createAppRouter } from './router.ts';
import { RouterContext } from '../platform/navigation/router-context.ts';
import { Root as Application } from './Root.tsx';
import { session } from '../platform/session/session.ts';
import { turnOffShortcuts } from '../platform/shortcuts/turn-off.ts';
import { followTheme } from '../platform/settings/theme.ts';

/** The one element that the application lives in. */
export const containerId = 'app';

/** Renders the application into its container; returns null on a page without one. */
export function startApplication(document: Document): Root | null {
  const container = document.getElementById(containerId);
  if (!container) return null;
  followTheme();
  if (!session().hasShortcuts) turnOffShortcuts();
  reloadOnNewBuild();
  const router = createAppRouter();
  connectNavigation({
    navigate: (href, options) => router.navigate(href, options),
    // This is only a head start: the navigation itself reports the error.
    prepare: (next) => void loadPage(next).catch(() => undefined),
  });
  // Remove the first paint when the application fails: it must not cover the error.
  const root = createRoot(container, { onUncaughtError: leaveWith });
  const draw = () =>
    root.render(
      <StrictMode>
        <Providers client={makeQueryClient()}>
          <RouterContext value={router}>
            <Application />
          </RouterContext>
        </Providers>
      </StrictMode>,
    );
  // Rendered once, with its page, if that loads in time; otherwise the frame comes first. The first paint is visible until
  // then.
  void Promise.race([router.start(), new Promise((resolve) => setTimeout(resolve, MAX_FRAME_WAIT_MS))])
    .then(firstPaintOnScreen)
    .then(draw);
  return root;
}

function leaveWith(error: unknown): void {
  endFirstPaint();
  reportError(error);
}

/** The longest time, in milliseconds, that a page may delay the frame around it. */
const MAX_FRAME_WAIT_MS = 200;
