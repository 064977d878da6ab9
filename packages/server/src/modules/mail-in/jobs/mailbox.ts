import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import type { IncomingMailConfig, ImapSource } from '../../../platform/config/incoming-mail.ts';
import type { Services } from '../../../platform/context.ts';
import { acquireLeases, releaseLease } from '../../../platform/jobs/leases.ts';
import { outgoingPause } from '../../../platform/jobs/outgoing.ts';
import { messageOf } from '../../../platform/util/errors.ts';
import { receiveMail } from '../commands.ts';
import { MAX_MAIL_BYTES } from '../commands/read.ts';
import { recordMailboxFailure } from '../store.ts';

/** One process per database reads the mailbox. */
const LEASE = 'mailIn.mailbox';
const LEASE_SECONDS = 90;
/** Between two looks at the mailbox; servers that announce new mails are faster. */
export const POLL_MS = 20_000;
const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 5 * 60_000;
const TIMEOUT_MS = 30_000;

/** Opens the mailbox of a URL. Throws if the server cannot be reached or refuses the credentials. */
export async function openMailbox({ url }: ImapSource): Promise<ImapFlow> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 993 : 143) : Number(port),
    secure: isSecure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 10 * TIMEOUT_MS,
  });
  // Also reported by the call that is waiting; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * Reads the mailbox until `signal` aborts. A server that is away is tried again after 5 s, doubling up to 5 minutes; a mail is marked as
 * seen only after it was processed, so that a crash loses none. `report` receives the errors of mails that could not be processed.
 */
export async function followMailbox(
  services: Services,
  config: IncomingMailConfig & { source: ImapSource },
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const holder = randomUUID();
  let failures = 0;
  while (!signal.aborted) {
    try {
      if (await hasLease(services, holder)) {
        await readUntilStopped(services, config, { holder, signal, report, onRead: () => (failures = 0) });
      }
      await pause(POLL_MS, signal);
    } catch (error) {
      await recordMailboxFailure(services.db, messageOf(error).slice(0, 500)).catch(() => {});
      failures += 1;
      await pause(retryDelayMs(failures), signal);
    }
  }
  await releaseLease(services.db, holder, LEASE).catch(() => {});
}

/** The time to the next attempt after this many failures in a row: 5 s, doubling up to 5 minutes. */
export function retryDelayMs(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);
}

/** Not while mail is paused: a restored copy must not take the mails of the installation that it is a copy of. */
async function hasLease({ db }: Services, holder: string): Promise<boolean> {
  if (await outgoingPause(db)) return false;
  return (await acquireLeases(db, holder, [LEASE], LEASE_SECONDS)).has(LEASE);
}

interface Reading {
  holder: string;
  signal: AbortSignal;
  /** Receives the errors of mails that could not be processed. */
  report: (error: unknown) => void;
  /** Called after each look at the mailbox. */
  onRead: () => void;
}

async function readUntilStopped(
  services: Services,
  config: IncomingMailConfig & { source: ImapSource },
  { holder, signal, report, onRead }: Reading,
): Promise<void> {
  const client = await openMailbox(config.source);
  const stop = (): void => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const name = decodeURIComponent(new URL(config.source.url).pathname.slice(1)) || 'INBOX';
    await client.mailboxOpen(name);
    let announcements = 0;
    client.on('exists', () => (announcements += 1));
    while (!signal.aborted && (await hasLease(services, holder))) {
      const before = announcements;
      await readUnseen(services, config, client, { holder, report });
      await recordMailboxFailure(services.db, null);
      onRead();
      // A mail that is announced before the client waits for news would be read at the next look.
      if (announcements === before) await untilNews(client, signal);
      await client.noop();
    }
    if (!signal.aborted) await client.logout();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

async function readUnseen(
  services: Services,
  config: IncomingMailConfig,
  client: ImapFlow,
  { holder, report }: Pick<Reading, 'holder' | 'report'>,
): Promise<void> {
  const found = await client.search({ seen: false }, { uid: true });
  for (const uid of found || []) {
    if (!(await hasLease(services, holder))) return;
    // One byte more than is read: such a mail is refused as too large, without being in memory as a whole.
    const { content } = await client.download(String(uid), undefined, { uid: true, maxBytes: MAX_MAIL_BYTES + 1 });
    const chunks: Buffer[] = [];
    if (content) for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
    await receiveMail(services, config, Buffer.concat(chunks), { report });
    await client.messageFlagsAdd(String(uid), [String.raw`\Seen`], { uid: true });
  }
}

/** Until the server announces a mail, or it is time to look. */
async function untilNews(client: ImapFlow, signal: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  const both = AbortSignal.any([signal, waiting.signal]);
  try {
    // Ended by the next command.
    client.idle().catch(() => {});
    await Promise.race([
      once(client, 'exists', { signal: both }),
      once(client, 'close', { signal: both }),
      pause(POLL_MS, both),
    ]);
  } catch (error) {
    if (!both.aborted) throw error;
  } finally {
    waiting.abort();
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
