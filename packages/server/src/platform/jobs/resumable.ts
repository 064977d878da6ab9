import { randomUUID } from 'node:crypto';
import type { Services } from '../context.ts';
import type { Db } from '../database/tables.ts';
import { isRecord } from '../rest/input.ts';
import { acquireLeases, releaseLease } from './leases.ts';
import type { JobTask } from './tasks.ts';

interface WorkAbout<Id extends number> {
  name: string;
  key: string;
  work: (services: Services, id: Id, signal: AbortSignal) => Promise<void>;
}

/** A job about one row, whose id is the field `key` of its payload. */
export function jobAbout<Id extends number>({ name, key, work }: WorkAbout<Id>): JobTask {
  return {
    name,
    async run(services, payload, signal) {
      const id = isRecord(payload) ? payload[key] : null;
      if (typeof id === 'number') await work(services, id as Id, signal);
    },
  };
}

/** The length of a time slice, after which other jobs run: there are few workers, and one change may take minutes. */
export const SLICE_MS = 2_000;
/** Far longer than a time slice. After a crash, another server continues this late. */
const LEASE_SECONDS = 15;

/** Aborts when the job must stop, or when its time slice is over: then it queues the next one. */
export const sliceWithin = (signal: AbortSignal, sliceMs = SLICE_MS): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(sliceMs)]);

interface WorkInSlices<Id extends number> extends WorkAbout<Id> {
  queue: (db: Db, id: Id) => Promise<void>;
  sliceMs?: number;
}

/**
 * A job about one row that takes long: `work` stops between two batches when its signal aborts, and `queue` queues the next time slice. One
 * worker at a time runs it: otherwise the job that {@link resuming} queues each minute would run beside it.
 */
export function jobInSlices<Id extends number>({ queue, sliceMs = SLICE_MS, ...about }: WorkInSlices<Id>): JobTask {
  return jobAbout<Id>({
    ...about,
    async work(services, id, signal) {
      const lease = `${about.name}.${id}`;
      const holder = randomUUID();
      if (!(await acquireLeases(services.db, holder, [lease], LEASE_SECONDS)).has(lease)) return;
      const slice = sliceWithin(signal, sliceMs);
      try {
        await about.work(services, id, slice);
      } finally {
        await releaseLease(services.db, holder, lease);
      }
      if (slice.aborted && !signal.aborted) await queue(services.db, id);
    },
  });
}

/** A killed server takes its job along: each minute all pending ones are queued again, which has no effect on one that runs. */
export const resuming = <Id extends number>(
  name: string,
  pending: (db: Db) => Promise<Id[]>,
  queue: (db: Db, id: Id) => Promise<void>,
): JobTask => ({
  name,
  cron: '* * * * *',
  atStart: true,
  async run({ db }) {
    for (const id of await pending(db)) await queue(db, id);
  },
});
