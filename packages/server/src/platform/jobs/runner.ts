import { Logger, makeWorkerUtils, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Services } from '../context.ts';
import type { Db } from '../database/tables.ts';
import type { JobTask } from './tasks.ts';

/** The worker tells of every job on the console; what matters reaches our own log through its events. */
const silent = new Logger(() => () => {});

export interface JobOptions {
  /** Jobs of the same key that still wait become one, with the newest payload. */
  key?: string;
  runAt?: Date;
  /** How often a failing job is tried; 25 by default. */
  maxAttempts?: number;
  /** Jobs of the same queue run one after another. */
  queue?: string;
}

/** Puts a job in the queue with the transaction it is called in: it runs only if that commits. */
export async function addJob(db: Db, name: string, payload: unknown, options: JobOptions = {}): Promise<void> {
  await sql`SELECT graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(payload ?? {})}::json,
    queue_name => ${options.queue ?? null}::text,
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::int,
    job_key => ${options.key ?? null}::text)`.execute(db);
}

/** Makes the queue's own tables, or brings them up to date. */
export async function migrateJobs(pool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silent });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
}

/** Begins to work off the queue in this process; call the result's `stop` before the database goes. */
export async function startJobs(
  pool: Pool,
  services: Services,
  tasks: readonly JobTask[],
  report: (message: string, error: unknown) => void,
): Promise<Runner> {
  const stopping = new AbortController();
  const taskList: TaskList = {};
  for (const task of tasks) taskList[task.name] = (payload) => task.run(services, payload, stopping.signal);
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency: 2,
    noHandleSignals: true,
    logger: silent,
    parsedCronItems: parseCronItems(
      tasks.flatMap((task) => (task.cron ? [{ task: task.name, match: task.cron, identifier: task.name }] : [])),
    ),
  });
  runner.events.on('stop', () => stopping.abort());
  runner.events.on('job:error', ({ job, error }) => report(`job ${job.task_identifier} failed`, error));
  for (const { name, atStart } of tasks) if (atStart) await runner.addJob(name, {}, { jobKey: name });
  return runner;
}
