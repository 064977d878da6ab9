import type { Viewer } from '@milepost/core/roles';

/** The mails that arrived, with their senders and why they were refused. */
export function mayReadReceivedMails(viewer: Viewer): boolean {
  return viewer.isAdmin;
}
