import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookDeliveryId, WebhookId } from '@milepost/core/ids';
import { retryAfter } from '@milepost/core/webhooks';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { publicLookup, refusePrivateHost } from './commands-addresses.ts';
import { settleDelivery, takeDue, type Outgoing } from './store.ts';
import type { Headers } from './table.ts';

/** An answer has so long to come in whole. */
const PATIENCE_MS = 10_000;
/** What is kept of an answer, for whoever looks into the log. */
const KEPT_BYTES = 8_192;
/** How many hooks are called at once. */
const AT_ONCE = 20;
/** While some are called, what came up meanwhile for others is looked for so often. */
const GLANCE_MS = 500;

/** The hooks that this process is calling, over each database: two runs do not tell one hook things side by side. */
const called = new WeakMap<Db, Set<WebhookId>>();

/**
 * Sends everything that is due. Each hook is told in order, and goes by itself: one that takes its time holds up no other. When
 * asked to stop, it ends what it has in hand.
 */
export async function sendDue(services: Services, signal?: AbortSignal): Promise<void> {
  const busy = called.get(services.db) ?? new Set<WebhookId>();
  called.set(services.db, busy);
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const begin = (hookId: WebhookId, deliveries: readonly Outgoing[]) => {
    busy.add(hookId);
    const all = sendInOrder(services, deliveries)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        busy.delete(hookId);
        running.delete(all);
      });
    running.add(all);
  };
  for (;;) {
    const hasRoom = running.size < AT_ONCE && failures.length === 0 && signal?.aborted !== true;
    const due = hasRoom ? await takeDue(services.db, AT_ONCE - running.size, { except: [...busy] }) : [];
    for (const [hookId, deliveries] of byHook(due)) begin(hookId, deliveries);
    if (running.size === 0) break;
    await Promise.race([...running, sleep(GLANCE_MS, undefined, { ref: false })]);
  }
  if (failures.length > 0) throw failures[0];
}

/** Sends this one, once, and tries it no second time. */
export async function sendNow(services: Services, id: WebhookDeliveryId): Promise<void> {
  for (const delivery of await takeDue(services.db, 1, { only: id })) await sendOne(services, delivery, false);
}

function byHook(deliveries: readonly Outgoing[]): Map<WebhookId, Outgoing[]> {
  const ofHook = new Map<WebhookId, Outgoing[]>();
  for (const each of deliveries) ofHook.set(each.webhookId, [...(ofHook.get(each.webhookId) ?? []), each]);
  return ofHook;
}

async function sendInOrder(services: Services, deliveries: readonly Outgoing[]): Promise<void> {
  for (const delivery of deliveries) await sendOne(services, delivery, true);
}

async function sendOne(services: Services, delivery: Outgoing, isTriedAgain: boolean): Promise<void> {
  const headers = headersOf(services, delivery);
  const began = performance.now();
  const answer = await post(delivery, headers, services.webhooksAllowLocal).catch((error: unknown) => ({
    failure: reasonOf(error),
  }));
  const isTaken = 'status' in answer && answer.status >= 200 && answer.status < 300;
  const pause = isTaken || !isTriedAgain ? null : retryAfter(delivery.attempts);
  await settleDelivery(services.db, delivery.id, {
    nextAttemptAt: pause === null ? null : new Date(Date.now() + pause * 1_000),
    durationMs: Math.round(performance.now() - began),
    // The secret stays out of the log.
    requestHeaders: JSON.stringify({ ...headers, ...(delivery.token && { 'X-Gitlab-Token': '[REDACTED]' }) }),
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
    ...(delivery.token && { 'X-Gitlab-Token': delivery.token }),
  };
}

interface HookAnswer {
  status: number;
  headers: Headers;
  /** Its beginning. */
  body: string;
}

/** Posts once, follows nothing, and reads no more than it keeps. Throws where no answer came. */
function post(
  { url: text, payload, enableSslVerification }: Outgoing,
  headers: Headers,
  isLocalAllowed: boolean,
): Promise<HookAnswer> {
  const url = new URL(text);
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(PATIENCE_MS),
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
  return isLate ? `No answer within ${PATIENCE_MS / 1_000} seconds` : error.message;
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= KEPT_BYTES) break;
  }
  // Where bytes are no text, PostgreSQL would take neither half a character nor a zero.
  return Buffer.concat(parts).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\u0000', '');
}

function plain(headers: IncomingMessage['headers']): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value.join(', ') : (value ?? '')).slice(0, 1_000),
    ]),
  );
}
