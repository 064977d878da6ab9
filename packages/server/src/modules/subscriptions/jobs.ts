import { anonymous } from '@milepost/core/roles';
import { Context, type Services } from '../../platform/context.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { isRefusal, isServerAway, type Mailer } from '../../platform/mail/mailer.ts';
import { composeEmail } from './commands-emails.ts';
import { SEND_EMAILS } from './listeners.ts';
import { returnEmails, settleEmail, sweepEmails, takeDueEmails, type Email } from './store-emails.ts';

const BATCH = 20;
/** A message that nobody took for so long is old news. */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Sends the messages that are due. Whatever way it ends, a message is either settled or tried again later; one that was taken
 * by the mail server is only sent twice when this process died in the moment before it could say so.
 */
export const sendEmails: JobTask = {
  name: SEND_EMAILS,
  cron: '* * * * *',
  atStart: true,
  async run(services, _payload, signal) {
    const { mailer } = services;
    if (!mailer) return;
    await sweepEmails(services.db);
    let taken = await takeDueEmails(services.db, BATCH);
    while (taken.length > 0) {
      const isAway = await sendAll(services, mailer, taken, signal);
      if (isAway || signal.aborted) return;
      taken = await takeDueEmails(services.db, BATCH);
    }
  },
};

/** True where the mail server is away: then there is no use in going on now. */
async function sendAll(
  services: Services,
  mailer: Mailer,
  emails: readonly Email[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const [index, email] of emails.entries()) {
    const isAway = !signal.aborted && (await send(services, mailer, email));
    if (!isAway && !signal.aborted) continue;
    const untried = emails.slice(isAway ? index + 1 : index);
    await returnEmails(
      services.db,
      untried.map(({ id }) => id),
    );
    return isAway;
  }
  return false;
}

/** True where the mail server is away. */
async function send(services: Services, mailer: Mailer, email: Email): Promise<boolean> {
  const { db } = services;
  const mail = await composeEmail(new Context(services, anonymous), email);
  if (!mail) {
    await settleEmail(db, email.id, 'dropped');
    return false;
  }
  try {
    await mailer.send(mail);
  } catch (error) {
    if (isRefusal(error)) await settleEmail(db, email.id, 'refused');
    else if (Date.now() - email.createdAt.getTime() > GIVEN_UP_AFTER_MS) await settleEmail(db, email.id, 'given up');
    return isServerAway(error);
  }
  await settleEmail(db, email.id, 'sent');
  return false;
}
