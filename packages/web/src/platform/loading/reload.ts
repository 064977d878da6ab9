import { endpoint } from '../api/endpoints.ts';
const key = 'milepost.reloaded';
const pause = 60_000;
/** So often a server that cannot be reached is asked again. */
const askEvery = 3_000;

const failures = new WeakSet<object>();

/** Whether code of this application could not be fetched, for which the page is loaded anew as soon as the server answers. */
export function isWaitingForCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error);
}

/**
 * After an upgrade an open page asks for code that is no longer there. Loading it anew mends that; once a minute at most,
 * so that a file that is really missing ends in the error page and not in a circle. A server that cannot be reached is waited
 * for: there is no page to load yet, and the browser's own page of errors would never find back.
 */
export function reloadOnNewBuild(reload = () => window.location.reload()): void {
  let isWaiting = false;
  const whenReached = async (): Promise<void> => {
    if (isWaiting) return;
    isWaiting = true;
    while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, askEvery));
    sessionStorage.setItem(key, String(Date.now()));
    reload();
  };
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < pause) return;
    failures.add(payload);
    void whenReached();
  });
}

function isReached(): Promise<boolean> {
  return fetch(endpoint('readiness'), { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
