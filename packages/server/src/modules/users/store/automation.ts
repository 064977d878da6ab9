import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { lockNamed } from '../../../platform/database/locks.ts';
import type { Db } from '../../../platform/database/tables.ts';

const USERNAME = 'automation-bot';

/**
 * The account to which changes by scheduled jobs are attributed, such as the roll-over of iterations. Created on first use, with
 * another username if a person has the default one.
 */
export async function automationAccount(trx: Db): Promise<UserId> {
  await lockNamed(trx, 'users.automation');
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
