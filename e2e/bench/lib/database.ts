import pg from 'pg';
import { openDatabase } from '../../../packages/server/src/platform/database/open.ts';

export interface OpenPool {
  pool: pg.Pool;
  close: () => Promise<void>;
}

/** A plain pool on the database of a data folder, beside the running server: the floor that everything else stands on. */
export async function poolOn(dataDir: string, size: number): Promise<OpenPool> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const pool = new pg.Pool({ ...database.target, max: size });
  // PostgreSQL may be stopped before it has heard that a connection ended, and says so to that connection.
  pool.on('error', () => {});
  return {
    pool,
    close: async () => {
      await pool.end();
      await database.stop();
    },
  };
}
