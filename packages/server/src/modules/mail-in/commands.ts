import { DomainError, ForbiddenError, NotFoundError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { anonymous, type Viewer } from '@milepost/core/roles';
import { Context, type Services } from '../../platform/context.ts';
import type { IncomingMailConfig } from '../../platform/config/incoming-mail.ts';
import { isUnavailable } from '../../platform/database/lost.ts';
import { isSigned, type ReadAddress, readIncomingAddress } from '../../platform/mail/incoming-address.ts';
import { queueMail } from '../../platform/outbox/mails.ts';
import { FileStorageError } from '../../platform/files/errors.ts';
import { storageErrorOf } from '../../platform/files/unwritable.ts';
import { hasCode } from '../../platform/util/errors.ts';
import { sha256Of } from '../../platform/util/tokens.ts';
import { viewerOfAccount } from '../members/commands/identify.ts';
import { addressGenerations, resetIncomingAddress } from '../users/store/incoming-addresses.ts';
import { type User, usersById } from '../users/store.ts';
import { createByMail } from './commands/create.ts';
import { MAX_MAIL_BYTES, type ReadMail, readMail } from './commands/read.ts';
import type { Outcome } from './table.ts';
import { countMailsOfHour, isRecorded, recordMail } from './store.ts';

/** Why a mail created nothing. `isMailed`: whether its sender gets a mail that says so. */
export class RefusedMailError extends DomainError {
  override name = 'RefusedMailError';
  readonly code = 'MAIL_REFUSED' as const;
  readonly kind = 'invalid' as const;
  readonly isMailed: boolean;
  constructor(message: string, { isMailed }: { isMailed: boolean }) {
    super(message);
    this.isMailed = isMailed;
  }
}

/** Mails of one person in an hour that are processed. */
export const MAX_MAILS_AN_HOUR = 60;

const unprocessed = { message: 'It could not be processed.', isMailed: true };

/** The Message-IDs of our own mails: answering them would be a loop. */
const ownMessageId = /^<(work-item|email|mail|account|invitation)-[\d-]+@/;

/**
 * Processes one mail: it becomes a comment or an issue of the person whose address it was sent to, or is recorded as refused or
 * ignored. A mail that was processed before does nothing. Throws only if the mail should be delivered again: while the database or
 * the storage is unavailable. Any other error refuses the mail, so that it does not stop those behind it. `delivered`: recipients of
 * the SMTP envelope; `report` receives unexpected errors.
 */
export async function receiveMail(
  services: Services,
  config: IncomingMailConfig,
  raw: Buffer,
  { delivered = [], report }: { delivered?: readonly string[]; report: (error: unknown) => void },
): Promise<Outcome> {
  const mail = await parsed(raw, delivered);
  if (mail === null)
    return settle(services, { digest: sha256Of(raw.toString('latin1')), sender: '' }, 'It could not be read.');
  const address = mail.recipients
    .map((each) => readIncomingAddress(config.address, each))
    .find((each) => each !== null);
  const identity = mail.messageId === '' ? raw.toString('latin1') : mail.messageId;
  const record = { digest: sha256Of(`${identity} ${address?.claim ?? ''}`), sender: mail.sender.slice(0, 320) };
  try {
    return await processMail(services, mail, address, record);
  } catch (error) {
    if (isPassing(error)) throw error;
    report(error);
    return settle(services, record, unprocessed.message);
  }
}

async function processMail(
  services: Services,
  mail: ReadMail,
  address: ReadAddress | undefined,
  record: Recorded,
): Promise<Outcome> {
  if (await isRecorded(services.db, record.digest)) return 'ignored';
  const isOwn = ownMessageId.test(mail.messageId) && mail.messageId.endsWith(`@${new URL(services.baseUrl).hostname}>`);
  if (isOwn || mail.automatic !== null) {
    return settle(services, record, mail.automatic ?? 'Milepost sent it.', 'ignored');
  }
  if (!address) return settle(services, record, 'It was sent to no address of a person.');
  return deliver(services, mail, address, record);
}

async function parsed(raw: Buffer, delivered: readonly string[]): Promise<ReadMail | null> {
  if (raw.length > MAX_MAIL_BYTES) return null;
  try {
    return await readMail(raw, delivered);
  } catch {
    // The parser throws errors of its own for what is no mail.
    return null;
  }
}

interface Recorded {
  digest: Buffer;
  sender: string;
}

async function settle(
  { db }: Services,
  record: Recorded,
  reason: string,
  outcome: Exclude<Outcome, 'accepted'> = 'refused',
  userId: UserId | null = null,
): Promise<Outcome> {
  await recordMail(db, { ...record, userId, outcome, reason: reason.slice(0, 500) });
  return outcome;
}

async function deliver(services: Services, mail: ReadMail, address: ReadAddress, record: Recorded): Promise<Outcome> {
  const userId = address.userId as UserId;
  let user: User | null = null;
  try {
    user = await owner(services, mail, address);
    await requireBelowLimit(services, userId);
    const ctx = new Context(services, await viewerOf(services, userId));
    await ctx.transaction(async (trx) => {
      // First, so that of two deliveries at once the second one waits here, and then does nothing.
      if (!(await recordMail(trx, { ...record, userId, outcome: 'accepted', reason: null }))) return;
      await createByMail(ctx.within(trx), mail, address);
    });
    return 'accepted';
  } catch (error) {
    if (isPassing(error)) throw error;
    const refusal = refusalOf(error);
    if (user && refusal.isMailed) await mailRefusal(services, user, refusal.message);
    // The caller reports it.
    if (refusal === unprocessed) throw error;
    return settle(services, record, refusal.message, 'refused', user && userId);
  }
}

/** The person of an address, if they sent the mail. Other senders get no answer: the sender may be forged. */
async function owner(services: Services, mail: ReadMail, address: ReadAddress): Promise<User> {
  const ctx = new Context(services, anonymous);
  const userId = address.userId as UserId;
  const generation = (await ctx.load(addressGenerations, address.claim)) ?? 0;
  const user = await ctx.load(usersById, userId);
  const silent = (why: string): never => {
    throw new RefusedMailError(why, { isMailed: false });
  };
  if (!user || !isSigned(services.secret, address, generation)) return silent('The address is not valid any more.');
  if (mail.isForged) return silent('The receiving server found the sender forged (DMARC).');
  if (mail.sender === '' || mail.sender !== user.email.toLowerCase() || user.confirmedAt === null) {
    return silent('The sender is not the person of this address.');
  }
  return user;
}

/** Throws RefusedMailError above the limit; the person gets one mail, for the first mail that is refused. */
async function requireBelowLimit({ db }: Services, userId: UserId): Promise<void> {
  const count = await countMailsOfHour(db, userId);
  if (count < MAX_MAILS_AN_HOUR) return;
  throw new RefusedMailError(`You sent more than ${MAX_MAILS_AN_HOUR} emails in an hour. Send it again later.`, {
    isMailed: count === MAX_MAILS_AN_HOUR,
  });
}

async function viewerOf({ db }: Services, userId: UserId): Promise<Viewer> {
  try {
    return await viewerOfAccount(db, userId);
  } catch (error) {
    if (error instanceof NotFoundError) throw new RefusedMailError('Your account is blocked.', { isMailed: true });
    throw error;
  }
}

/** Whether the mail may be processed without an error when it is delivered again. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof FileStorageError ||
    storageErrorOf(error) !== null ||
    isUnavailable(error) ||
    // Transactions at once: the mail itself is not the cause.
    hasCode(error, '40001', '40P01')
  );
}

function refusalOf(error: unknown): Pick<RefusedMailError, 'message' | 'isMailed'> {
  if (error instanceof RefusedMailError) return error;
  // Neither says whether the item exists.
  if (error instanceof NotFoundError || error instanceof ForbiddenError) {
    return { message: 'You do not have permission to write there.', isMailed: true };
  }
  return error instanceof DomainError ? { message: error.message, isMailed: true } : unprocessed;
}

/** Once per mail, because each is recorded. Does not repeat titles: the person may have lost access. */
async function mailRefusal(services: Services, user: User, why: string): Promise<void> {
  await queueMail(services, services.db, {
    to: { name: user.name, address: user.email },
    subject: 'Your email was not accepted',
    sentence: `Your email created nothing. ${why}`,
    link: { title: `Open ${services.instance.name}`, url: services.baseUrl },
  });
}

/** Ends an address for incoming mail of the viewer; a new one is shown from then on. Throws NotFoundError for any other address. */
export async function resetAddress(ctx: Context, address: string): Promise<void> {
  const { incomingMail, secret } = ctx.services;
  const read = incomingMail && readIncomingAddress(incomingMail.address, address);
  if (!read || ctx.viewer.id === null || read.userId !== ctx.viewer.id) throw new NotFoundError('Address');
  const generation = (await ctx.load(addressGenerations, read.claim)) ?? 0;
  if (!isSigned(secret, read, generation)) throw new NotFoundError('Address');
  await resetIncomingAddress(ctx.db, ctx.viewer.id, read.claim);
}
