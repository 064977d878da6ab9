import type { DayRange } from '@milepost/core/dates/analytics';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { namespacesBelow, visibleNamespaces } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { isWithin } from '../store.ts';

/** The people who became direct members of the group, or of what the viewer sees below it, in the range and still are. */
export async function countNewMembers(ctx: Context, group: Namespace, range: DayRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT m.user_id)::int AS count
    FROM namespaces n JOIN members m ON m.namespace_id = n.id JOIN users u ON u.id = m.user_id
    WHERE ${namespacesBelow(group.scope.traversalIds)} AND ${visibleNamespaces(ctx.viewer)} AND NOT u.is_bot
      AND (m.expires_at IS NULL OR m.expires_at > (now() AT TIME ZONE 'utc')::date) AND ${isWithin('m.created_at', range)}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}
