import { sql } from 'kysely';
import type { Db, Generated } from '../database/tables.ts';
import { SIGNATURE_SECONDS } from '../sites/signature.ts';

interface NonceTable {
  nonce: string;
  expiresAt: Generated<Date>;
}

declare module '../database/tables.ts' {
  interface Tables {
    geoNonces: NonceTable;
  }
}

/** Both clocks may differ by the time that a signature is valid. */
const RETENTION_SECONDS = 3 * SIGNATURE_SECONDS;

/** Records a nonce; false if it was used before, at any process of this site. A random few of the calls delete expired ones. */
export async function acceptNonce(db: Db, nonce: string, isSweeping: boolean = Math.random() < 0.01): Promise<boolean> {
  if (isSweeping) await sql`DELETE FROM geo_nonces WHERE expires_at < now()`.execute(db);
  const { numAffectedRows } = await sql`
    INSERT INTO geo_nonces (nonce, expires_at) VALUES (${nonce}, now() + make_interval(secs => ${RETENTION_SECONDS}))
    ON CONFLICT (nonce) DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}
