import { anonymous } from '@milepost/core/roles';
import { Context, type Services } from '../../platform/context.ts';
import { isUnavailable } from '../../platform/database/lost.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { isRefusal, isServerAway, type Mailer, type OutgoingMail } from '../../platform/mail/mailer.ts';
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
    const sending: Sending = { services, mailer, signal, failures: [] };
    await sweepEmails(services.db);
    let taken = await takeDueEmails(services.db, BATCH);
    while (taken.length > 0) {
      const isAway = await sendAll(sending, taken);
      if (isAway || signal.aborted) break;
      taken = await takeDueEmails(services.db, BATCH);
    }
    // Said once all others are on their way.
    if (sending.failures.length > 0) throw sending.failures[0];
  },
};

interface Sending {
  services: Services;
  mailer: Mailer;
  signal: AbortSignal;
  /** Why messages could not be written. */
  failures: unknown[];
}

/** True where the mail server is away: then there is no use in going on now. */
async function sendAll(sending: Sending, emails: readonly Email[]): Promise<boolean> {
  const { services, signal } = sending;
  for (const [index, email] of emails.entries()) {
    const isAway = !signal.aborted && (await send(sending, email));
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
async function send(sending: Sending, email: Email): Promise<boolean> {
  const { services, mailer } = sending;
  const { db } = services;
  const mail = await compose(sending, email);
  if (mail === 'failed') return false;
  if (!mail) {
    await settleEmail(db, email.id, 'dropped');
    return false;
  }
  try {
    await mailer.send(mail);
  } catch (error) {
    if (isRefusal(error)) await settleEmail(db, email.id, 'refused');
    else if (isOldNews(email)) await settleEmail(db, email.id, 'given up');
    return isServerAway(error);
  }
  await settleEmail(db, email.id, 'sent');
  return false;
}

/** A message that cannot be written waits like one that nobody takes, and holds up no other. */
async function compose({ services, failures }: Sending, email: Email): Promise<OutgoingMail | 'failed' | null> {
  try {
    return await composeEmail(new Context(services, anonymous), email);
  } catch (error) {
    // Without the database none can be written.
    if (isUnavailable(error)) throw error;
    failures.push(error);
    if (isOldNews(email)) await settleEmail(services.db, email.id, 'given up');
    return 'failed';
  }
}

function isOldNews({ createdAt }: Email): boolean {
  return Date.now() - createdAt.getTime() > GIVEN_UP_AFTER_MS;
}
