import type { JobTask } from '../../platform/jobs/tasks.ts';
import { reasonOfMailError } from '../../platform/mail/mailer.ts';
import { sendDue } from '../../platform/outbox/send-due.ts';
import { SEND_INVITATIONS } from './commands.ts';
import { composeInvitation } from './commands/mail.ts';
import { settleInvitation, sweepInvitations, takeDueInvitations, type Invitation } from './store.ts';

const BATCH = 20;
/** Age after which an undelivered mail is given up. */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/** Sends the mails of invitations that are due. A mail that the server refuses is marked with its reason. */
export const sendInvitations: JobTask = {
  name: SEND_INVITATIONS,
  isOutgoing: true,
  cron: '* * * * *',
  atStart: true,
  async run(services, _payload, signal) {
    const { mailer, db } = services;
    if (!mailer) return;
    await sendDue<Invitation>(mailer, signal, {
      lease: () => takeDueInvitations(db, BATCH),
      compose: (invitation) => composeInvitation(services, invitation),
      settle: (invitation, error) => settleInvitation(db, invitation, error === null ? null : reasonOfMailError(error)),
      isOld: ({ sentAt }) => Date.now() - sentAt.getTime() > GIVEN_UP_AFTER_MS,
    });
  },
};

/** Deletes invitations that expired more than 30 days ago, and used-up links. */
export const sweepEndedInvitations: JobTask = {
  name: 'invitations.sweep',
  cron: '17 4 * * *',
  run: ({ db }) => sweepInvitations(db),
};
