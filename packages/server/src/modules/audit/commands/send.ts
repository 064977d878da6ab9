import { createHmac, randomUUID } from 'node:crypto';
import type { AuditStreamId } from '@milepost/core/ids';
import { AUDIT_STREAM_JOB } from '../../../platform/audit.ts';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { acquireLeases, releaseLease } from '../../../platform/jobs/leases.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { postOnce, reasonOf } from '../../webhooks/commands/send.ts';
import { nextEventOf, postponeStream, settleEvent, type OutgoingEvent } from '../store/streams.ts';
import { factsOf } from './present.ts';
import { secretsOf } from './streams.ts';

/** Events that one run sends before other jobs run. */
const MAX_CONSECUTIVE = 50;
/** Longer than one delivery may take. */
const LEASE_SECONDS = 20;
/** The delay after the first failure, in seconds; it doubles up to the maximum. */
const FIRST_DELAY = 5;
const MAX_DELAY = 300;

/** Queues the next run of a destination. */
export async function queueStream(services: Pick<Services, 'db'>, id: AuditStreamId, runAt?: Date): Promise<void> {
  await addJob(services.db, AUDIT_STREAM_JOB, { id }, { key: `${AUDIT_STREAM_JOB} ${id}`, ...(runAt && { runAt }) });
}

/**
 * Sends what a destination has not taken yet, in order. After a failure everything waits: a destination that is down gets all of it later.
 * One process at a time sends to a destination; an event is sent twice only if it dies after the destination took it.
 */
export async function sendStream(services: Services, id: AuditStreamId, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const holder = randomUUID();
  const lease = `audit.stream.${id}`;
  const holds = async () => (await acquireLeases(db, holder, [lease], LEASE_SECONDS)).has(lease);
  // The holder looks for new events again when it is done, or the job of every minute does.
  if (!(await holds())) return queueStream(services, id, new Date(Date.now() + 1_000));
  try {
    for (let sent = 0; sent < MAX_CONSECUTIVE && !signal.aborted; sent++) {
      const event = (await holds()) ? await nextEventOf(db, id) : null;
      if (!event) return undefined;
      const failure = await sendEvent(services, event);
      if (failure !== null) {
        const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** Math.min(event.failures, 10));
        await postponeStream(db, id, failure, delay);
        return queueStream(services, id, new Date(Date.now() + delay * 1_000));
      }
      await settleEvent(db, id, event.id);
    }
  } finally {
    await releaseLease(db, holder, lease);
  }
  return queueStream(services, id);
}

/** Destinations that this process sends to at the same time; the others wait for the job of every minute. */
const MAX_RUNNING = 50;

/** The runs of this process, by database; `mustRepeat`: more events were written since it began. */
const running = new WeakMap<Db, Map<AuditStreamId, { mustRepeat: boolean }>>();

/** Runs `sendStream` without waiting for it: a slow destination must not keep the queue from other jobs. */
export function startStream(services: Services, id: AuditStreamId, signal: AbortSignal): void {
  const runs = running.get(services.db) ?? new Map<AuditStreamId, { mustRepeat: boolean }>();
  running.set(services.db, runs);
  const present = runs.get(id);
  if (present) present.mustRepeat = true;
  if (present || runs.size >= MAX_RUNNING) return;
  const run = { mustRepeat: true };
  runs.set(id, run);
  const send = async (): Promise<void> => {
    while (run.mustRepeat && !signal.aborted) {
      run.mustRepeat = false;
      await sendStream(services, id, signal);
    }
  };
  // The database is unavailable: the job of every minute resumes.
  void send()
    .catch(() => undefined)
    .finally(() => runs.delete(id));
}

/** Null, or why the destination did not take it. */
async function sendEvent(services: Services, event: OutgoingEvent): Promise<string | null> {
  const payload = JSON.stringify({ ...factsOf(event), event_type: event.kind });
  try {
    const headers = await headersOf(services, event, payload);
    const { status } = await postOnce({ url: event.url, payload }, headers, services.webhooksAllowLocal);
    return status >= 200 && status < 300 ? null : `Answered ${status}`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The signature is that of Standard Webhooks: id, time and body. */
async function headersOf(services: Services, { id, kind, sealedSecrets }: OutgoingEvent, payload: string) {
  const { verificationToken, signingSecret } = await secretsOf(services, sealedSecrets);
  const time = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', signingSecret).update(`${id}.${time}.${payload}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(payload)),
    'User-Agent': 'Milepost',
    'Webhook-Id': String(id),
    'Webhook-Timestamp': time,
    'Webhook-Signature': `v1,${signature}`,
    'X-Gitlab-Event-Streaming-Token': verificationToken,
    'X-Gitlab-Audit-Event-Type': kind,
  };
}
