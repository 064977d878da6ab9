import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Services } from '../platform/context.ts';
import { connect } from '../platform/database/connect.ts';
import { startJobs } from '../platform/jobs/runner.ts';
import type { JobTask } from '../platform/jobs/tasks.ts';
import type { World } from './world.ts';

/**
 * Several servers on the test database: each processes the queue over its own connections. Returns a function that stops them.
 */
export async function startWorkers(
  { db, services }: World,
  count: number,
  tasks: readonly JobTask[],
  more: Partial<Services>,
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  const target = { ...inject('postgres'), database: rows[0]?.name };
  const workers = await Promise.all(
    Array.from({ length: count }, async () => {
      const own = connect(target, { size: 4 });
      const jobs = await startJobs(own.pool, { ...services, ...more, db: own.db }, tasks, () => {});
      return { jobs, db: own.db };
    }),
  );
  return async () => {
    await Promise.all(
      workers.map(async (worker) => {
        await worker.jobs.stop();
        await worker.db.destroy();
      }),
    );
  };
}
