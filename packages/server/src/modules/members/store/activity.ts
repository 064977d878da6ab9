import type { UserId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';

/** The day of the last sign-in or use of a session or token of a row of `users` under this alias: `YYYY-MM-DD`, or null. */
export function lastActivityOf(alias: string): RawBuilder<string | null> {
  const id = sql.ref(`${alias}.id`);
  return sql<string | null>`to_char(greatest(${sql.ref(`${alias}.last_sign_in_at`)},
    (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = ${id}),
    (SELECT max(t.last_used_at) FROM personal_access_tokens t WHERE t.user_id = ${id})) AT TIME ZONE 'utc', 'YYYY-MM-DD')`;
}

/** The day of each person's last activity: one statement for a page of people. */
export const lastActiveDayOf = defineLoader<UserId, string>('lastActiveDayOf', async (ctx, ids) => {
  const { rows } = await sql<{ id: UserId; day: string }>`
    SELECT u.id, ${lastActivityOf('u')} AS day FROM users u WHERE u.id = ANY(${ids}::bigint[])`.execute(ctx.db);
  return new Map(rows.filter(({ day }) => day !== null).map(({ id, day }) => [id, day]));
});
