import { randomUUID } from 'node:crypto';
import { anonymous } from '@milepost/core/roles';
import { Context, type Services } from '../../platform/context.ts';
import { isUnavailable } from '../../platform/database/lost.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { releaseLease, acquireLeases } from '../../platform/jobs/leases.ts';
import { isRefusal, isMailServerUnavailable, type Mailer, type OutgoingMail } from '../../platform/mail/mailer.ts';
import { composeEmail } from './commands/emails.ts';
import { SEND_EMAILS } from './listeners.ts';
import {
  isEmailDue,
  returnEmails,
  settleEmail,
  sweepEmails,
  takeDueEmails,
  withoutTheirLabels,
  type Email,
} from './store/emails.ts';

const BATCH = 20;
/** The turn at sending: over all servers of a database one sends at a time, so that messages come in the order of what happened. */
const LEASE = 'subscriptions.emails';
/** Longer than the mail server may take for one message, and as long as what is taken for the first time is kept from others. */
const LEASE_SECONDS = 120;
/** A message that nobody took for so long is old news. */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Sends the messages that are due, unless somebody is at it: then they see to these as well. Whatever way it ends, a message is
 * either settled or tried again later; one that was taken by the mail server is only sent twice when this process died in the
 * moment before it could say so.
 */
export const sendEmails: JobTask = {
  name: SEND_EMAILS,
  cron: '* * * * *',
  atStart: true,
  async run(services, _payload, signal) {
    const { mailer, db } = services;
    if (!mailer) return;
    const sending: Sending = { services, mailer, signal, holder: randomUUID(), failures: [] };
    await sweepEmails(db);
    let mayGoOn = true;
    // What was written while the last message went out, and found the turn taken, is found here once it is given back.
    while (mayGoOn && (await isEmailDue(db)) && (await renewLease(db, sending))) {
      try {
        mayGoOn = await sendDue(sending);
      } finally {
        await releaseLease(db, sending.holder, LEASE);
      }
    }
    // Said once all others are on their way.
    if (sending.failures.length > 0) throw sending.failures[0];
  },
};

/** True where this process has the turn, which is then its own for a while from now. */
async function renewLease(db: Db, { holder }: Sending): Promise<boolean> {
  return (await acquireLeases(db, holder, [LEASE], LEASE_SECONDS)).has(LEASE);
}

/** False where there is no use in going on now. */
async function sendDue(sending: Sending): Promise<boolean> {
  for (;;) {
    const taken = await takeBatch(sending);
    if (taken.length === 0) return true;
    const isStopped = await sendAll(sending, taken);
    if (isStopped || sending.signal.aborted) return false;
  }
}

/** What is taken is due again no later than the turn ends: whoever comes after a killed one finds it in its place. */
function takeBatch(sending: Sending): Promise<Email[]> {
  return sending.services.db.transaction().execute(async (trx) => {
    return (await renewLease(trx, sending)) ? takeDueEmails(trx, BATCH) : [];
  });
}

interface Sending {
  services: Services;
  mailer: Mailer;
  signal: AbortSignal;
  /** Of the turn. */
  holder: string;
  /** Why messages could not be written. */
  failures: unknown[];
}

/** True where the mail server is away, or another has the turn: then there is no use in going on now. */
async function sendAll(sending: Sending, emails: readonly Email[]): Promise<boolean> {
  const { services, signal } = sending;
  const unwanted = await withoutTheirLabels(services.db, emails);
  for (const [index, email] of emails.entries()) {
    const mayTry = !signal.aborted && (await renewLease(services.db, sending));
    const isUnavailableNow = mayTry && (await send(sending, email, !unwanted.has(email.id)));
    if (mayTry && !isUnavailableNow) continue;
    const untried = emails.slice(isUnavailableNow ? index + 1 : index);
    await returnEmails(
      services.db,
      untried.map(({ id }) => id),
    );
    return true;
  }
  return false;
}

/** True where the mail server is away. */
async function send(sending: Sending, email: Email, isWanted: boolean): Promise<boolean> {
  const { services, mailer } = sending;
  const { db } = services;
  const mail = isWanted ? await compose(sending, email) : null;
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
    return isMailServerUnavailable(error);
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
