import { endpoint } from '../api/endpoints.ts';
const key = 'milepost.reloaded';
const pause = 60_000;
/** The interval of retries when the server cannot be reached. */
const POLL_INTERVAL_MS = 3_000;

const failures = new WeakSet<object>();

/** Whether a chunk could not be fetched; the page is reloaded as soon as the server answers. */
export function isWaitingForCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error);
}

/**
 * After an upgrade an open page requests chunks that no longer exist. Reloading fixes that; at most once a minute, so that a
 * file that is really missing ends in the error page and not in a loop. Wait for a server that cannot be reached: the browser's
 * own error page would never recover.
 */
export function reloadOnNewBuild(reload = () => window.location.reload()): void {
  let isWaiting = false;
  const whenReached = async (): Promise<void> => {
    if (isWaiting) return;
    isWaiting = true;
    while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
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
