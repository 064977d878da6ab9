import { createListeners } from '../../ui/listeners.ts';
import { session, sharedPath } from './session.ts';

let isGone = false;
const watchers = createListeners();

/** Whether the public link of this page was revoked or has expired. */
export const isLinkRevoked = (): boolean => isGone;

/** Subscribes to the revocation of the link; returns the unsubscribe function. */
export const watchLink = watchers.subscribe;

/**
 * Checks whether the link of this page is still valid. Call it whenever the server refuses: a removed epic and a revoked link
 * have the same response.
 */
export async function checkSharedLink(): Promise<void> {
  if (isGone || session().sharedRoadmap === null) return;
  // An unreachable server says nothing about the link.
  const answer = await fetch(sharedPath(), { cache: 'no-store' }).catch(() => null);
  if (answer?.status !== 404) return;
  isGone = true;
  watchers.notify();
}
