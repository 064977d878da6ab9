import { createHmac, randomUUID } from 'node:crypto';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookDeliveryId, WebhookId } from '@milepost/core/ids';
import { retryAfter } from '@milepost/core/webhooks';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { releaseLease, acquireLeases } from '../../../platform/jobs/leases.ts';
import { publicLookup, refusePrivateHost } from '../../../platform/network/public-addresses.ts';
import { tokenOf } from './tokens.ts';
import {
  hooksWithQueuedMessages,
  renewDeliveryLeases,
  LEASE_SECONDS,
  settleDelivery,
  leaseDelivery,
  leaseOfHook,
  type Outgoing,
} from '../store/deliveries.ts';
import type { Headers } from '../table.ts';

/** Timeout for the whole response. */
const TIMEOUT_MS = 10_000;
/** Maximum size of the response stored in the log. */
const MAX_STORED_BYTES = 8_192;
/** Number of webhooks with a delivery in progress at the same time. */
const MAX_CONCURRENT_HOOKS = 20;
/** Interval at which due deliveries of other webhooks are polled while some are being sent. */
const POLL_MS = 500;
/** Interval of lease renewals: several times before a lease expires. */
const RENEW_MS = 1_500;
/** The job that resumes what a crashed process left, on any server of the database. */
export const SEND_WEBHOOKS = 'webhooks.send';
/** Runs shortly after the leases have expired. */
const WATCH_AFTER_MS = (LEASE_SECONDS + 1) * 1_000;
/** Number of consecutive deliveries to one webhook before others are served. */
const MAX_CONSECUTIVE = 20;

/** The run of this process, by database; `mustRepeat`: more deliveries became due since it began. */
const sending = new WeakMap<Db, { mustRepeat: boolean }>();

/**
 * Sends everything that is due. If this process is already sending, that run looks for due deliveries once more. Each webhook
 * has one sender at a time across all servers of the database, and receives its deliveries in order; a slow receiver delays no
 * other. Aborting finishes the deliveries in progress.
 */
export async function sendDue(services: Services, signal?: AbortSignal): Promise<void> {
  const other = sending.get(services.db);
  if (other) {
    other.mustRepeat = true;
    return;
  }
  const run = { mustRepeat: false };
  sending.set(services.db, run);
  try {
    await sendWhileDue(services, run, signal);
  } finally {
    sending.delete(services.db);
  }
}

async function sendWhileDue(services: Services, run: { mustRepeat: boolean }, signal?: AbortSignal): Promise<void> {
  const { db } = services;
  const holder = randomUUID();
  const running = new Map<WebhookId, Promise<void>>();
  const inProgress = new Set<WebhookDeliveryId>();
  const failures: unknown[] = [];
  const isStopping = () => signal?.aborted === true || failures.length > 0;
  const begin = (hookId: WebhookId) => {
    const all = sendInOrder(services, hookId, { holder, inProgress, isStopping })
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(hookId));
    running.set(hookId, all);
  };
  const renewal = setInterval(() => {
    // If the renewal fails, the lease expires: another process may then repeat the delivery, with the same id.
    renew(db, holder, [...running.keys()], [...inProgress]).catch(() => {});
  }, RENEW_MS);
  try {
    await sendUntilNothingIsDue();
  } finally {
    clearInterval(renewal);
  }
  if (failures.length > 0) throw failures[0];

  async function sendUntilNothingIsDue(): Promise<void> {
    for (;;) {
      run.mustRepeat = false;
      const hasRoom = running.size < MAX_CONCURRENT_HOOKS && !isStopping();
      const found = hasRoom ? await hooksWithQueuedMessages(db, MAX_CONCURRENT_HOOKS - running.size) : [];
      const waiting = found.filter((hookId) => !running.has(hookId));
      const got = await acquireLeases(db, holder, waiting.map(leaseOfHook), LEASE_SECONDS);
      if (got.size > 0) await watch(db);
      for (const hookId of waiting) if (got.has(leaseOfHook(hookId))) begin(hookId);
      if (running.size > 0) await Promise.race([...running.values(), sleep(POLL_MS, undefined, { ref: false })]);
      else if (!run.mustRepeat || isStopping()) break;
    }
  }
}

/** Renews the leases of the deliveries in progress, and postpones the recovery job. */
async function renew(
  db: Db,
  holder: string,
  hookIds: readonly WebhookId[],
  deliveryIds: readonly WebhookDeliveryId[],
): Promise<void> {
  if (hookIds.length === 0) return;
  await acquireLeases(db, holder, hookIds.map(leaseOfHook), LEASE_SECONDS);
  await renewDeliveryLeases(db, deliveryIds);
  await watch(db);
}

/** A dead man's switch: the job is postponed while the process lives, and then finds nothing. */
async function watch(db: Db): Promise<void> {
  await addJob(db, SEND_WEBHOOKS, {}, { key: `${SEND_WEBHOOKS}.watch`, runAt: new Date(Date.now() + WATCH_AFTER_MS) });
}

/** Sends this delivery once, without retries. */
export async function sendNow(services: Services, id: WebhookDeliveryId): Promise<void> {
  const delivery = await leaseDelivery(services.db, { only: id });
  if (delivery) await sendOne(services, delivery, false);
}

/** Sends the due deliveries of a webhook whose lease is held. */
async function sendInOrder(
  services: Services,
  hookId: WebhookId,
  { holder, inProgress, isStopping }: { holder: string; inProgress: Set<WebhookDeliveryId>; isStopping: () => boolean },
): Promise<void> {
  try {
    for (let sent = 0; sent < MAX_CONSECUTIVE && !isStopping(); sent++) {
      const delivery = await takeNext(services.db, hookId, holder);
      if (!delivery) break;
      inProgress.add(delivery.id);
      await sendOne(services, delivery, true).finally(() => inProgress.delete(delivery.id));
    }
  } finally {
    await releaseLease(services.db, holder, leaseOfHook(hookId));
  }
}

/** The leases on the webhook and on its delivery start at the same time, so after a crash both expire together. */
function takeNext(db: Db, hookId: WebhookId, holder: string): Promise<Outgoing | null> {
  return db.transaction().execute(async (trx) => {
    const got = await acquireLeases(trx, holder, [leaseOfHook(hookId)], LEASE_SECONDS);
    return got.size > 0 ? leaseDelivery(trx, { first: hookId }) : null;
  });
}

async function sendOne(services: Services, delivery: Outgoing, isTriedAgain: boolean): Promise<void> {
  const headers = headersOf(services, delivery);
  const began = performance.now();
  const answer = await call(services, delivery, headers).catch((error: unknown) => ({ failure: reasonOf(error) }));
  const isTaken = 'status' in answer && answer.status >= 200 && answer.status < 300;
  const pause = isTaken || !isTriedAgain ? null : retryAfter(delivery.attempts);
  await settleDelivery(services.db, delivery.id, {
    nextAttemptAt: pause === null ? null : new Date(Date.now() + pause * 1_000),
    durationMs: Math.round(performance.now() - began),
    // The secret is not written to the log.
    requestHeaders: JSON.stringify({ ...headers, ...(hasToken(delivery) && { [TOKEN_HEADER]: '[REDACTED]' }) }),
    responseStatus: 'status' in answer ? answer.status : null,
    responseHeaders: 'status' in answer ? JSON.stringify(answer.headers) : null,
    responseBody: 'status' in answer ? answer.body : null,
    failure: 'status' in answer ? null : answer.failure,
  });
}

function headersOf({ baseUrl }: Services, delivery: Outgoing): Headers {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(delivery.payload)),
    'User-Agent': 'Milepost',
    'Idempotency-Key': delivery.eventUuid,
    'Webhook-Id': delivery.eventUuid,
    'Webhook-Timestamp': String(Math.floor(Date.now() / 1_000)),
    'X-Gitlab-Event': delivery.event,
    'X-Gitlab-Event-UUID': delivery.eventUuid,
    'X-Gitlab-Webhook-UUID': delivery.hookUuid,
    'X-Gitlab-Instance': baseUrl,
  };
}

const TOKEN_HEADER = 'X-Gitlab-Token';
const SIGNATURE_HEADER = 'X-Gitlab-Signature';

function hasToken({ sealedToken, plainToken }: Outgoing): boolean {
  return sealedToken !== null || plainToken !== null;
}

/** Sends a delivery. Throws if there is no response, or if the token cannot be decrypted. */
async function call(services: Services, delivery: Outgoing, headers: Headers): Promise<HookAnswer> {
  const token = await tokenOf(services, delivery);
  const all = { ...headers, ...(token !== null && proofOf(delivery, token)) };
  return postOnce(delivery, all, services.webhooksAllowLocal);
}

/** The token itself; status checks get the signature of the body instead. */
function proofOf({ purpose, payload }: Outgoing, token: string): Headers {
  if (purpose === 'events') return { [TOKEN_HEADER]: token };
  return { [SIGNATURE_HEADER]: createHmac('sha256', token).update(payload).digest('hex') };
}

interface HookAnswer {
  status: number;
  headers: Headers;
  /** The beginning of the response. */
  body: string;
}

/** Posts once, follows no redirects, and reads only the part of the response that is stored. Throws if there is no response. */
export function postOnce(
  {
    url: text,
    payload,
    enableSslVerification = true,
  }: Pick<Outgoing, 'url' | 'payload'> & Partial<Pick<Outgoing, 'enableSslVerification'>>,
  headers: Headers,
  isLocalAllowed: boolean,
): Promise<HookAnswer> {
  const url = new URL(text);
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    rejectUnauthorized: enableSslVerification,
    ...(!isLocalAllowed && { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    if (!isLocalAllowed) refusePrivateHost(url);
    const begin = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = begin(url, options, (response) => {
      readBeginning(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: plain(response.headers), body }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}

/** Why there was no response. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
  return isLate ? `No answer within ${TIMEOUT_MS / 1_000} seconds` : error.message;
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= MAX_STORED_BYTES) break;
  }
  // PostgreSQL rejects unpaired surrogates and NUL characters in text.
  return Buffer.concat(parts).subarray(0, MAX_STORED_BYTES).toString('utf8').replaceAll('\u0000', '');
}

function plain(headers: IncomingMessage['headers']): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value.join(', ') : (value ?? '')).slice(0, 1_000),
    ]),
  );
}
