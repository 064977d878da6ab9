import { workItemTypes, type WorkItemType } from '@milepost/core/work-items';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { FilterWord, WorkItemFilter } from '../modules/work-items/sockets.ts';
import type { WorkItem } from '../modules/work-items/store.ts';

/** The titles of these items that match a filter in a list of these types. */
export async function titlesMatching(
  ctx: Context,
  word: FilterWord,
  filter: Partial<WorkItemFilter>,
  items: readonly Pick<WorkItem, 'id'>[],
  types: readonly WorkItemType[] = workItemTypes,
): Promise<string[]> {
  const conditions = (['is', 'not', 'or'] as const).flatMap((operator) =>
    word.conditions(filter[operator] ?? {}, operator, ctx, { types }),
  );
  const rows = await ctx.db
    .selectFrom('workItems as w')
    .select('w.title')
    .where(sql<boolean>`w.id = ANY(${items.map(({ id }) => id)}::bigint[])`)
    .where(sql<boolean>`${sql.join([sql`true`, ...conditions], sql` AND `)}`)
    .orderBy('w.title')
    .execute();
  return rows.map(({ title }) => title);
}
