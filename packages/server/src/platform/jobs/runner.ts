import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import type { Services } from '../context.ts';
import { outgoingPause } from './outgoing.ts';
import { inScope, safeRequestId } from '../telemetry/scope.ts';
import { isUnavailable } from '../database/lost.ts';
import { retryDeadlocks } from '../transactions.ts';
import { noteFinished } from './history.ts';
import type { JobTask } from './tasks.ts';

/** Silences the worker, which would log every job on the console; Milepost logs the important events itself. */
const silent = new Logger(() => () => {});

/** Creates or migrates the tables of the queue. */
export async function migrateJobs(pool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silent });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
}

/** The running workers of this process; call `stop` before closing the database. */
export interface RunningJobs {
  stop(): Promise<void>;
}

/** Starts processing the queue in this process, and continues after a database outage. */
export async function startJobs(
  pool: Pool,
  services: Services,
  tasks: readonly JobTask[],
  report: (message: string, error: unknown) => void,
): Promise<RunningJobs> {
  const start = () => startRunner(pool, services, tasks, report);
  const first = await start();
  const running = keepRunning(first, start, (error) => report('the job queue stopped; starting it again', error));
  for (const { name, atStart } of tasks) if (atStart) await first.addJob(name, {}, { jobKey: name });
  return running;
}

async function startRunner(
  pool: Pool,
  services: Services,
  tasks: readonly JobTask[],
  report: (message: string, error: unknown) => void,
): Promise<Runner> {
  const stopping = new AbortController();
  const taskList: TaskList = {};
  for (const task of tasks)
    taskList[task.name] = (payload) =>
      inScope({ requestId: requestIdOf(payload) ?? randomUUID(), trace: null }, async () => {
        if (task.isOutgoing && (await outgoingPause(services.db))) return;
        await retryDeadlocks(() => task.run(services, payload, stopping.signal));
      });
  const runner = await run({
    pgPool: retryingPool(pool, stopping.signal),
    taskList,
    concurrency: 2,
    // Batched, the worker waits for the completion of a job when it stops, and reports failures; otherwise completion is
    // fire-and-forget.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    logger: silent,
    parsedCronItems: parseCronItems(
      tasks.flatMap(({ name, cron }) => {
        const match = typeof cron === 'function' ? cron(services) : cron;
        return match ? [{ task: name, match, identifier: name }] : [];
      }),
    ),
  });
  runner.events.on('stop', () => stopping.abort());
  runner.events.on('job:error', ({ job, error }) => {
    const id = requestIdOf(job.payload);
    report(`job ${job.task_identifier} ${id === null ? '' : `of request ${id} `}failed`, error);
  });
  runner.events.on('job:success', ({ job }) => {
    const { task_identifier: task, attempts, created_at: createdAt } = job;
    // The history is informational, so failing to write it does not fail the job.
    noteFinished(pool, { task, attempts, createdAt }).catch((error: unknown) =>
      report(`job ${task} is missing in the list of finished jobs`, error),
    );
  });
  return runner;
}

/** The id of the request that queued a job; null for others. */
function requestIdOf(payload: unknown): string | null {
  return safeRequestId((payload as { requestId?: unknown } | null)?.requestId);
}

/**
 * Wraps a pool so that it waits during a database outage. Otherwise the worker would lose the result of a job that has just finished.
 * The listening connection retries by itself.
 */
function retryingPool(pool: Pool, stopping: AbortSignal): Pool {
  const wait = async (): Promise<PoolClient> => {
    for (;;) {
      try {
        return await livingClient(pool);
      } catch (error) {
        if (stopping.aborted || !isUnavailable(error)) throw error;
        await sleep(MIN_DELAY_MS);
      }
    }
  };
  const connect = (callback?: Parameters<Pool['connect']>[0]) => (callback ? pool.connect(callback) : wait());
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : (Reflect.get(target, name) as unknown)),
  });
}

/** A checked connection of the pool, because idle connections may have died unnoticed. */
async function livingClient(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query('SELECT 1');
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

/** Restarts the worker whenever it ends, as it may during a database outage, until `stop` is called. */
function keepRunning(first: Runner, start: () => Promise<Runner>, onEnd: (error: unknown) => void): RunningJobs {
  const stopping = new AbortController();
  let current = first;
  const restart = async (): Promise<void> => {
    for (let pause = MIN_DELAY_MS; !stopping.signal.aborted; pause = Math.min(pause * 2, MAX_DELAY_MS)) {
      try {
        await sleep(pause, undefined, { signal: stopping.signal });
        current = await start();
        break;
      } catch (error) {
        if (!stopping.signal.aborted) onEnd(error);
      }
    }
  };
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await current.promise;
      } catch (error) {
        if (stopping.signal.aborted) return;
        onEnd(error);
      }
      await restart();
    }
    // `stop` was called while another worker was starting.
    await current.stop().catch(() => {});
  };
  const watched = watch();
  return {
    stop: async () => {
      stopping.abort();
      // A worker that has already stopped rejects this call.
      await current.stop().catch(() => {});
      await watched;
    },
  };
}
