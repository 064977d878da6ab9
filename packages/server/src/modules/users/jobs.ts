import type { JobTask } from '../../platform/jobs/tasks.ts';
import { sweepRateCounts } from '../../platform/http/shared-counts.ts';
import { sendDue } from '../../platform/outbox/send-due.ts';
import { composeLinkMail } from './commands/link-mail.ts';
import { answerReset, REQUEST_RESET, SEND_LINKS } from './commands/links.ts';
import { leaseDueLinks, settleLink, sweepLinks, type AccountLink } from './store/links.ts';
import { deleteExpiredPendingSignIns } from './store/pending-sign-ins.ts';
import { deleteExpiredSessions } from './store/sessions.ts';
import { sweepChallenges } from './store/passkeys.ts';
import { sweepAttempts } from './store/sign-in.ts';

/** Deletes expired sessions, second steps of sign-ins, and links. */
export const sweep: JobTask = {
  name: 'users.sweep',
  cron: '17 * * * *',
  async run({ db }) {
    await deleteExpiredSessions(db);
    await deleteExpiredPendingSignIns(db);
    await sweepLinks(db);
  },
};

/** Frequent, because anonymous requests create these rows, and their number must stay bounded. */
export const sweepSignInAttempts: JobTask = {
  name: 'users.sweepSignInAttempts',
  cron: '*/5 * * * *',
  async run({ db }) {
    await sweepAttempts(db);
    await sweepRateCounts(db);
    await sweepChallenges(db);
  },
};

const BATCH = 20;

/** Sends the due mails of links. A link that was closed meanwhile is not sent. */
export const sendLinks: JobTask = {
  name: SEND_LINKS,
  isOutgoing: true,
  cron: '* * * * *',
  atStart: true,
  async run(services, _payload, signal) {
    const { mailer, db } = services;
    if (!mailer) return;
    await sendDue<AccountLink>(mailer, signal, {
      lease: () => leaseDueLinks(db, BATCH),
      compose: async (link) => (hasEnded(link) ? null : composeLinkMail(services, link)),
      settle: ({ id }) => settleLink(db, id),
      isOld: hasEnded,
    });
  },
};

const hasEnded = ({ expiresAt }: AccountLink): boolean => expiresAt <= new Date();

/** Runs the second half of `requestReset`. */
export const answerRequestedReset: JobTask = {
  name: REQUEST_RESET,
  run: (services, payload) => answerReset(services, (payload as { email: string }).email),
};
