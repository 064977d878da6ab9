import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

const USERNAME = 'automation-bot';

/**
 * The account that changes of the schedule are attributed to, such as the roll-over of iterations. It is created with the first of them; a
 * person who has its username keeps it.
 */
export async function automationAccount(trx: Db): Promise<UserId> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('users.automation'))`.execute(trx);
  const known = await trx.selectFrom('users').select('id').where('isAutomation', '=', true).executeTakeFirst();
  if (known) return known.id;
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM (SELECT ${USERNAME} || coalesce('-' || nullif(n, 1), '') AS name, n FROM generate_series(1, 1000) AS n) AS names
    WHERE NOT EXISTS (SELECT FROM taken_names t WHERE t.name = names.name) ORDER BY n LIMIT 1`.execute(trx);
  const [free] = rows;
  if (!free) throw new Error('Every username of the automation account is taken');
  const { id } = await trx
    .insertInto('users')
    .values({
      username: free.name,
      name: 'Automation Bot',
      email: `${free.name}@noreply.invalid`,
      isAutomation: true,
      confirmedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
