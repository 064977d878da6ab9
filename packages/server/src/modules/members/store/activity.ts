import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';

/** The day of each person's last sign-in or use of a session or token: one statement for a page of people. */
export const lastActiveDayOf = defineLoader<UserId, string>('lastActiveDayOf', async (ctx, ids) => {
  const { rows } = await sql<{ id: UserId; day: string }>`
    SELECT u.id, to_char(greatest(u.last_sign_in_at,
        (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id),
        (SELECT max(t.last_used_at) FROM personal_access_tokens t WHERE t.user_id = u.id)) AT TIME ZONE 'utc', 'YYYY-MM-DD') AS day
    FROM users u WHERE u.id = ANY(${ids}::bigint[])`.execute(ctx.db);
  return new Map(rows.filter(({ day }) => day !== null).map(({ id, day }) => [id, day]));
});
