import { onTestFinished } from 'vitest';

/** Records the paths that the page tries to navigate to, without leaving it. */
export function watchLeaving(): string[] {
  const wanted: string[] = [];
  const onLeave = (event: NavigateEvent): void => {
    event.preventDefault();
    const { pathname, search, hash } = new URL(event.destination.url);
    wanted.push(pathname + search + hash);
  };
  window.navigation.addEventListener('navigate', onLeave);
  onTestFinished(() => window.navigation.removeEventListener('navigate', onLeave));
  return wanted;
}
