import type { Services } from '../context.ts';
import type { Db } from '../database/tables.ts';
import { isRecord } from '../rest/input.ts';
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
