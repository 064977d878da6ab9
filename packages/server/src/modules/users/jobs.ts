import { isMailServerUnavailable, isRefusal } from '../../platform/mail/mailer.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { composeLinkMail } from './commands/link-mail.ts';
import { answerReset, REQUEST_RESET, SEND_LINKS } from './commands/links.ts';
import { leaseDueLinks, settleLink, sweepLinks } from './store/links.ts';
import { deleteExpiredSessions } from './store/sessions.ts';
import { sweepAttempts } from './store/sign-in.ts';

/** Deletes expired sessions and links. */
export const sweep: JobTask = {
  name: 'users.sweep',
  cron: '17 * * * *',
  async run({ db }) {
    await deleteExpiredSessions(db);
    await sweepLinks(db);
  },
};

/** Frequent, because anyone can create these rows with made-up names: their number must stay bounded. */
export const sweepSignInAttempts: JobTask = {
  name: 'users.sweepSignInAttempts',
  cron: '*/5 * * * *',
  run: ({ db }) => sweepAttempts(db),
};

const BATCH = 20;

/** Sends the mails of links that are due. A link that ended meanwhile is not sent. */
export const sendLinks: JobTask = {
  name: SEND_LINKS,
  cron: '* * * * *',
  atStart: true,
  async run(services, _payload, signal) {
    const { mailer, db } = services;
    if (!mailer) return;
    for (;;) {
      const due = signal.aborted ? [] : await leaseDueLinks(db, BATCH);
      if (due.length === 0) return;
      for (const link of due) {
        const mail = link.expiresAt > new Date() ? await composeLinkMail(services, link) : null;
        try {
          if (mail) await mailer.send(mail);
          await settleLink(db, link.id);
        } catch (error) {
          if (isRefusal(error)) await settleLink(db, link.id);
          // What was taken is due again soon.
          else if (isMailServerUnavailable(error)) return;
        }
      }
    }
  },
};

/** Looks for the account of an address for which a link was requested. */
export const answerRequestedReset: JobTask = {
  name: REQUEST_RESET,
  run: (services, payload) => answerReset(services, (payload as { email: string }).email),
};
