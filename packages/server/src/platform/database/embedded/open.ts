import { Client } from 'pg';
import type { Config } from '../../config/config.ts';
import { hasCode, messageOf } from '../../util/errors.ts';
import type { ConnectionTarget } from '../connect.ts';
import { EmbeddedDatabase, type EmbeddedOptions } from './embedded.ts';
import { DatabaseUnavailableError } from '../unavailable.ts';

const OLDEST_MAJOR = 15;

export interface OpenDatabase {
  /** The connection target for `connect`, `migrate` and any `pg` client. */
  target: ConnectionTarget;
  /** The location, without a password. */
  location: string;
  /** Releases it. Close every connection first. */
  stop(): Promise<void>;
}

/** Opens DATABASE_URL if set, otherwise the embedded database, and checks that it responds. Throws DatabaseUnavailableError. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: EmbeddedOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl === null) {
    const embedded = await EmbeddedDatabase.open(config.dataDir, options);
    return {
      // Read each time: after a restart the socket may be in another folder.
      get target() {
        return embedded.target;
      },
      location: embedded.folder,
      stop: () => embedded.stop(),
    };
  }
  const target = { connectionString: config.databaseUrl };
  const location = await checkExternal(config.databaseUrl);
  return { target, location, stop: () => Promise.resolve() };
}

async function checkExternal(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  const location = `${client.host}:${client.port}/${client.database ?? ''}`;
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const version = rows[0]?.server_version ?? '';
    if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
      throw new DatabaseUnavailableError(
        `DATABASE_URL: ${location} is PostgreSQL ${version}; Milepost needs ${OLDEST_MAJOR} or newer`,
      );
    }
    return location;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    throw new DatabaseUnavailableError(`DATABASE_URL: cannot use ${location}: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
}

function reasonOf(error: unknown): string {
  if (hasCode(error, 'ECONNREFUSED')) return 'nothing listens there';
  if (hasCode(error, 'ENOTFOUND', 'EAI_AGAIN')) return 'there is no such host';
  return messageOf(error);
}
