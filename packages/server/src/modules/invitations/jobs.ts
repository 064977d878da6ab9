import type { JobTask } from '../../platform/jobs/tasks.ts';
import { isMailServerUnavailable, isRefusal } from '../../platform/mail/mailer.ts';
import { SEND_INVITATIONS } from './commands.ts';
import { composeInvitation } from './commands/mail.ts';
import { settleInvitation, sweepInvitations, takeDueInvitations, type Invitation } from './store.ts';

const BATCH = 20;
/** Age after which an undelivered mail is given up. */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/** Sends the mails of invitations that are due. A mail that the server refuses is marked with its reason. */
export const sendInvitations: JobTask = {
  name: SEND_INVITATIONS,
  cron: '* * * * *',
  atStart: true,
  async run(services, _payload, signal) {
    const { mailer, db } = services;
    if (!mailer) return;
    for (;;) {
      const due = signal.aborted ? [] : await takeDueInvitations(db, BATCH);
      if (due.length === 0) return;
      for (const invitation of due) {
        const mail = await composeInvitation(services, invitation);
        try {
          if (mail) await mailer.send(mail);
          await settleInvitation(db, invitation, null);
        } catch (error) {
          if (isRefusal(error) || isOld(invitation)) await settleInvitation(db, invitation, reasonOf(error));
          // What was taken is due again soon.
          else if (isMailServerUnavailable(error)) return;
        }
      }
    }
  },
};

/** Deletes what ended long ago. */
export const sweepEndedInvitations: JobTask = {
  name: 'invitations.sweep',
  cron: '17 4 * * *',
  run: ({ db }) => sweepInvitations(db),
};

const isOld = ({ sentAt }: Invitation): boolean => Date.now() - sentAt.getTime() > GIVEN_UP_AFTER_MS;

/** The server's own words, on one line. */
function reasonOf(error: unknown): string {
  const said = (error as { response?: unknown } | null)?.response;
  const text = typeof said === 'string' ? said : error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}
