import { type Client, escapeIdentifier } from 'pg';
import type { SequenceState, TableShape, QueuedJob } from './format.ts';

/** The table of `migrate`, which is not part of a backup. */
const BOOKKEEPING = 'schema_migrations';

/** All tables of Milepost with their columns, but not unlogged ones: they may be empty at any time. */
export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p' AND c.relname <> $1
     GROUP BY c.relname ORDER BY c.relname COLLATE "C"`,
    [BOOKKEEPING],
  );
  return rows;
}

export async function readSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `SELECT sequencename AS name, last_value::text AS "lastValue" FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1`,
  );
  return rows;
}

export async function restoreSequences(client: Client, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, lastValue } of sequences) {
    if (lastValue !== null) await client.query('SELECT setval($1::regclass, $2)', [escapeIdentifier(name), lastValue]);
  }
}

/** Queued jobs with attempts left. */
export async function readJobs(client: Client): Promise<QueuedJob[]> {
  const { rows } = await client.query<QueuedJob>(
    `SELECT t.identifier, j.payload, q.queue_name, j.run_at::text, j.max_attempts, j.key, j.priority
     FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
     WHERE j.attempts < j.max_attempts ORDER BY j.id`,
  );
  return rows;
}

export async function restoreJob(client: Client, job: QueuedJob): Promise<void> {
  await client.query(
    `SELECT graphile_worker.add_job(identifier => $1, payload => $2::json, queue_name => $3, run_at => $4::timestamptz,
       max_attempts => $5, job_key => $6, priority => $7)`,
    [job.identifier, JSON.stringify(job.payload), job.queue_name, job.run_at, job.max_attempts, job.key, job.priority],
  );
}

/**
 * Runs `load`, which may fill the tables in any order: rows that migrations inserted are deleted, triggers are disabled, and foreign
 * keys are dropped and created again (and so checked) afterwards. Runs in the caller's transaction and needs no superuser.
 */
export async function withoutRules(client: Client, load: () => Promise<void>): Promise<void> {
  const tables = (await readTables(client)).map(({ name }) => escapeIdentifier(name));
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  if (tables.length > 0) await client.query(`TRUNCATE ${tables.join(', ')}`);
  await load();
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`);
  }
}

/** The `COPY` statement of a table; it names the columns, so that their order does not matter. */
export function copyStatement({ name, columns }: TableShape, direction: 'FROM STDIN' | 'TO STDOUT'): string {
  return `COPY ${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')}) ${direction}`;
}
