import { Client } from 'pg';
import { targetOf } from './connect.ts';
import type { Db } from './tables.ts';

/** What a new connection finds. `writes`: whether the database accepts changes. */
export interface DatabaseHealth {
  isReachable: boolean;
  isWritable: boolean;
}

const PROBE_TIMEOUT_MS = 2_000;
/** Anyone may ask for readiness: more often than this the last result is returned. */
const PROBE_EVERY_MS = 1_000;

/**
 * Queries the database on its own connection: those of the pool go on working while PostgreSQL refuses new ones. One probe at a
 * time, and at most one per second. Never throws.
 */
export function databaseProbe(db: Db): () => Promise<DatabaseHealth> {
  let latest: Promise<DatabaseHealth> | null = null;
  let until = 0;
  return () => {
    if (latest === null || Date.now() >= until) {
      until = Number.POSITIVE_INFINITY;
      latest = probe(db).finally(() => {
        until = Date.now() + PROBE_EVERY_MS;
      });
    }
    return latest;
  };
}

async function probe(db: Db): Promise<DatabaseHealth> {
  const client = new Client({
    ...targetOf(db),
    application_name: 'milepost readiness',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    return { isReachable: true, isWritable: rows[0]?.transaction_read_only === 'off' };
  } catch {
    return { isReachable: false, isWritable: false };
  } finally {
    // Not awaited: a server that does not respond does not end the connection either.
    void client.end().catch(() => {});
  }
}
