import { session, sharedPath } from './session.ts';

let isGone = false;
const watchers = new Set<() => void>();

/** Whether the public link of this page opens nothing any more. */
export const isLinkRevoked = (): boolean => isGone;

/** Tells when the link went; gives how to end that. */
export function watchLink(act: () => void): () => void {
  watchers.add(act);
  return () => watchers.delete(act);
}

/**
 * Asks whether the link of this page still opens something. To be called wherever the server refuses: an epic that is gone and
 * a link that is gone look the same there.
 */
export async function checkSharedLink(): Promise<void> {
  if (isGone || session().sharedRoadmap === null) return;
  // A server that cannot be reached has said nothing of the link.
  const answer = await fetch(sharedPath(), { cache: 'no-store' }).catch(() => null);
  if (answer?.status !== 404) return;
  isGone = true;
  for (const act of watchers) act();
}
