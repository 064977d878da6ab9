import { Client } from 'pg';
import { targetOf } from './connect.ts';
import type { Db } from './tables.ts';

/** The state of the database as seen by a new connection. `writes`: whether it accepts changes. */
export interface DatabaseHealth {
  isReachable: boolean;
  isWritable: boolean;
}

const PROBE_TIMEOUT_MS = 2_000;
/** Minimum interval of probes: readiness is a public endpoint, so results are cached for this long. */
const PROBE_EVERY_MS = 1_000;

/**
 * Probes the database with a new connection, because pooled ones keep working while PostgreSQL refuses new ones. One probe at a
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
    // Not awaited, because a server that does not respond does not close the connection either.
    void client.end().catch(() => {});
  }
}
