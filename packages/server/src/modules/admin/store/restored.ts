import type { Client } from 'pg';

/** Why nothing is sent after a restore; shown to administrators. */
const REASON = 'This installation was restored from a backup.';

/**
 * Ends all sessions and pauses what is sent, in the transaction of a restore: the restored installation may run beside the one that was
 * backed up.
 */
export async function secureRestored(client: Client): Promise<void> {
  await client.query('DELETE FROM sessions');
  await client.query('DELETE FROM pending_sign_ins');
  await client.query('INSERT INTO outgoing_pauses (reason) VALUES ($1) ON CONFLICT DO NOTHING', [REASON]);
}

/** The columns that are encrypted with MILEPOST_SECRET, and what to do about their values without it. */
export const sealedColumns = [
  {
    table: 'webhooks',
    column: 'sealed_token',
    noun: 'token',
    remedy: 'of webhooks and status checks: enter them again',
  },
  {
    table: 'inbound_webhooks',
    column: 'sealed_secret',
    noun: 'secret',
    remedy: 'of inbound webhooks: create these again',
  },
  {
    table: 'repository_remotes',
    column: 'sealed_credentials',
    noun: 'credential',
    remedy: 'of remotes of repositories: enter them again',
  },
  { table: 'audit_streams', column: 'sealed_secrets', noun: 'secret', remedy: 'of audit streams: create these again' },
  {
    table: 'instance_settings',
    column: 'sealed',
    noun: 'setting',
    remedy: 'of the installation, such as the mail server: enter them again',
  },
  {
    table: 'totp_factors',
    column: 'sealed_secret',
    noun: 'second factor',
    remedy: 'of accounts: remove them with "milepost user reset-2fa", people set them up again',
  },
] as const;

/** How many values are encrypted with MILEPOST_SECRET, for each column that has some. */
export async function countSealed(
  client: Pick<Client, 'query'>,
): Promise<{ count: number; noun: string; remedy: string }[]> {
  const found = [];
  for (const { table, column, noun, remedy } of sealedColumns) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) found.push({ count, noun, remedy });
  }
  return found;
}
