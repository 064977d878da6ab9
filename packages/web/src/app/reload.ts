const key = 'milepost.reloaded';
const pause = 60_000;

/**
 * After an upgrade an open page asks for code that is no longer there. Loading it anew mends that; once a minute at most,
 * so that a file that is really missing ends in the error page and not in a circle.
 */
export function reloadOnNewBuild(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < pause) return;
    sessionStorage.setItem(key, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
