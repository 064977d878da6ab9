import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/tables.ts';
import { scope } from '../telemetry/scope.ts';

export interface JobOptions {
  /** Waiting jobs with the same key are merged into one, with the newest payload. */
  key?: string;
  runAt?: Date;
  /** Maximum number of attempts; 25 by default. */
  maxAttempts?: number;
}

/** Queues a job within the current transaction: it runs only if that commits. */
export async function addJob(db: Db, name: string, payload: object | null, options: JobOptions = {}): Promise<void> {
  await sql`SELECT ${jobAdded(name, payload, options)}`.execute(db);
}

/** As `addJob`, as an expression of a statement. */
export function jobAdded(name: string, payload: object | null, options: JobOptions = {}): RawBuilder<unknown> {
  const id = scope()?.requestId;
  return sql`graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify({ ...payload, ...(id !== undefined && { requestId: id }) })}::json,
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::int,
    job_key => ${options.key ?? null}::text)`;
}
