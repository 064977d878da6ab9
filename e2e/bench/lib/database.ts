import pg from 'pg';
import { openDatabase } from '../../../packages/server/src/platform/database/embedded/open.ts';

export interface OpenPool {
  pool: pg.Pool;
  close: () => Promise<void>;
}

/** A plain pool on the database of a data folder, next to the running server: measures the lower bound set by PostgreSQL. */
export async function poolOn(dataDir: string, size: number): Promise<OpenPool> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const pool = new pg.Pool({ ...database.target, max: size });
  // PostgreSQL may be stopped before it has noticed that a connection closed, and then sends that connection an error.
  pool.on('error', () => {});
  return {
    pool,
    close: async () => {
      await pool.end();
      await database.stop();
    },
  };
}
