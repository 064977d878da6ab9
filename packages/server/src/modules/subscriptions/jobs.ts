import { randomUUID } from 'node:crypto';
import type { EmailEventId } from '@milepost/core/ids';
import { anonymous } from '@milepost/core/roles';
import { Context } from '../../platform/context.ts';
import { isUnavailable } from '../../platform/database/lost.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { releaseLease, acquireLeases } from '../../platform/jobs/leases.ts';
import { isRefusal, isMailServerUnavailable, type Mailer, type OutgoingMail } from '../../platform/mail/mailer.ts';
import { composeEmail } from './commands/emails.ts';
import { queueMessages, type Queueing } from './commands/recipients.ts';
import { SEND_EMAILS, sweepEmailEvents } from './store/email-events.ts';
import {
  isEmailDue,
  releaseEmails,
  settleEmail,
  sweepEmails,
  leaseDueEmails,
  withoutTheirLabels,
  type Email,
} from './store/emails.ts';

const BATCH = 20;
/** The lease on sending: one process per database sends at a time, so that messages arrive in the order of the events. */
const LEASE = 'subscriptions.emails';
/** Longer than the mail timeout for one message, and as long as the first lease of a message. */
const LEASE_SECONDS = 120;
/** Age after which an undelivered message is dropped. */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Sends the due messages. If another process holds the lease, that one sends these as well. A message is settled or retried later;
 * it is sent twice only if this process dies between the mail server's acceptance and the update of the row.
 */
export const sendEmails: JobTask = {
  name: SEND_EMAILS,
  isOutgoing: true,
  cron: '* * * * *',
  atStart: true,
  async run(services, _payload, signal) {
    const { mailer, db } = services;
    if (!mailer) return;
    await sweepEmails(db);
    await sweepEmailEvents(db);
    const sending: Sending = {
      services,
      mailer,
      signal,
      holder: randomUUID(),
      passed: 0 as EmailEventId,
      failures: [],
    };
    let canContinue = true;
    // Again, because the jobs for events that were stored meanwhile could not acquire the lease.
    while (canContinue && (await isEmailDue(db, sending.passed)) && (await renewLease(db, sending))) {
      try {
        await queueMessages(sending);
        canContinue = (await sendDue(sending)) && !signal.aborted;
      } finally {
        await releaseLease(db, sending.holder, LEASE);
      }
    }
    // Thrown, and so logged, after all other messages have been sent.
    if (sending.failures.length > 0) throw sending.failures[0];
  },
};

/** True if this process acquired the lease or holds it. */
async function renewLease(db: Db, { holder }: Sending): Promise<boolean> {
  return (await acquireLeases(db, holder, [LEASE], LEASE_SECONDS)).has(LEASE);
}

/** Sends due messages in batches; false if the caller must stop. */
async function sendDue(sending: Sending): Promise<boolean> {
  for (;;) {
    const taken = await takeBatch(sending);
    if (taken.length === 0) return true;
    const isStopped = await sendAll(sending, taken);
    if (isStopped || sending.signal.aborted) return false;
  }
}

/** Leases a batch. Its messages become due again before LEASE expires, so that after a crash they are sent in order. */
function takeBatch(sending: Sending): Promise<Email[]> {
  return sending.services.db.transaction().execute(async (trx) => {
    return (await renewLease(trx, sending)) ? leaseDueEmails(trx, BATCH) : [];
  });
}

interface Sending extends Queueing {
  mailer: Mailer;
  /** The holder of the lease. */
  holder: string;
}

/** Returns true if the caller must stop: the mail server is unavailable, or another process holds the lease. */
async function sendAll(sending: Sending, emails: readonly Email[]): Promise<boolean> {
  const { services, signal } = sending;
  const unwanted = await withoutTheirLabels(services.db, emails);
  for (const [index, email] of emails.entries()) {
    const mayTry = !signal.aborted && (await renewLease(services.db, sending));
    const isUnavailableNow = mayTry && (await send(sending, email, !unwanted.has(email.id)));
    if (mayTry && !isUnavailableNow) continue;
    const untried = emails.slice(isUnavailableNow ? index + 1 : index);
    await releaseEmails(
      services.db,
      untried.map(({ id }) => id),
    );
    return true;
  }
  return false;
}

/** True if the mail server is unavailable. */
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

/** A message that cannot be rendered is retried like an undelivered one, and delays no other. */
async function compose({ services, failures }: Sending, email: Email): Promise<OutgoingMail | 'failed' | null> {
  try {
    return await composeEmail(new Context(services, anonymous), email);
  } catch (error) {
    // Rendering needs the database.
    if (isUnavailable(error)) throw error;
    failures.push(error);
    if (isOldNews(email)) await settleEmail(services.db, email.id, 'given up');
    return 'failed';
  }
}

function isOldNews({ createdAt }: Email): boolean {
  return Date.now() - createdAt.getTime() > GIVEN_UP_AFTER_MS;
}
