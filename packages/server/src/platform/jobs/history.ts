import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../database/tables.ts';

export const jobStates = ['waiting', 'running', 'failed', 'finished'] as const;
export type JobState = (typeof jobStates)[number];

export interface ShownJob {
  id: number;
  task: string;
  createdAt: Date;
  /** When it runs next, or when it finished. */
  at: Date;
  attempts: number;
  lastError: string | null;
}

/** Maximum number of stored finished jobs. */
const MAX_FINISHED = 1_000;

/** Records a finished job. A random few of the calls delete old rows, which bounds the table at little cost. */
export async function noteFinished(
  pool: Pool,
  job: { task: string; attempts: number; createdAt: Date },
  isSweeping: boolean = Math.random() < 0.01,
): Promise<void> {
  await pool.query('INSERT INTO job_runs (task, attempts, created_at) VALUES ($1, $2, $3)', [
    job.task,
    job.attempts,
    job.createdAt,
  ]);
  if (isSweeping)
    await pool.query('DELETE FROM job_runs WHERE id <= (SELECT max(id) FROM job_runs) - $1', [MAX_FINISHED]);
}

/** A failed job has no attempts left; one that will be retried is waiting. */
const conditions: Readonly<Record<Exclude<JobState, 'finished'>, ReturnType<typeof sql<boolean>>>> = {
  waiting: sql<boolean>`j.locked_at IS NULL AND j.attempts < j.max_attempts`,
  running: sql<boolean>`j.locked_at IS NOT NULL`,
  failed: sql<boolean>`j.locked_at IS NULL AND j.attempts >= j.max_attempts`,
};

/** A page of the jobs in a state, newest first, and the number of jobs in each. */
export async function listJobs(
  db: Db,
  state: JobState,
  page: { offset: number; perPage: number },
): Promise<{ jobs: ShownJob[]; counts: Record<JobState, number> }> {
  const { rows: jobs } =
    state === 'finished'
      ? await sql<ShownJob>`
          SELECT id, task, created_at, finished_at AS at, attempts, NULL AS last_error FROM job_runs
          ORDER BY id DESC LIMIT ${page.perPage} OFFSET ${page.offset}`.execute(db)
      : await sql<ShownJob>`
          SELECT j.id, t.identifier AS task, j.created_at, j.run_at AS at, j.attempts, left(j.last_error, 500) AS last_error
          FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
          WHERE ${conditions[state]} ORDER BY j.id DESC LIMIT ${page.perPage} OFFSET ${page.offset}`.execute(db);
  const { rows } = await sql<Record<JobState, number>>`
    SELECT count(*) FILTER (WHERE ${conditions.waiting})::int AS waiting,
      count(*) FILTER (WHERE ${conditions.running})::int AS running,
      count(*) FILTER (WHERE ${conditions.failed})::int AS failed,
      (SELECT count(*)::int FROM job_runs) AS finished
    FROM graphile_worker._private_jobs j`.execute(db);
  return { jobs, counts: rows[0] ?? { waiting: 0, running: 0, failed: 0, finished: 0 } };
}

/** Retries one failed job, or all if `id` is null; returns how many. */
export async function retryFailed(db: Db, id: number | null): Promise<number> {
  const { rows } = await sql`
    UPDATE graphile_worker._private_jobs j SET attempts = j.max_attempts - 1, run_at = now()
    WHERE ${conditions.failed} AND (${id}::bigint IS NULL OR j.id = ${id}::bigint) RETURNING j.id`.execute(db);
  if (rows.length > 0) await sql`NOTIFY "jobs:insert", '{"r":0,"count":1}'`.execute(db);
  return rows.length;
}
