import {
  audiences,
  isNothing,
  nothingBelow,
  rollupFields,
  type Audience,
  type Rollup,
  type RollupPart,
} from '@milepost/core/hierarchy';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import { defineRowsLoader, type Context } from '../../../platform/context.ts';
import { constantSql } from '../../../platform/database/constant-sql.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { keysIn } from '../../../platform/database/one-of.ts';
import { hasFeatureIn } from '../../namespaces/policy.ts';
import { audienceOf, isLosingSums, visibleWorkItems } from '../../work-items/policy.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { keepAudiences } from './audiences.ts';
import { columns, eachField, sums } from './columns.ts';
import { FOLDING } from './folding.ts';
import { pendingBelow } from './pending.ts';

const healthFields: ReadonlySet<keyof Rollup> = new Set(['issuesOnTrack', 'issuesNeedingAttention', 'issuesAtRisk']);

/** The negated health counts that an item `c` adds to its ancestors; all other deltas are 0. */
const lessHealth = constantSql(
  eachField((field) =>
    healthFields.has(field) ? sql`-${sql.ref(`c.${field}`)} AS ${sql.ref(field)}` : sql`0 AS ${sql.ref(field)}`,
  ),
);

const totals = constantSql(
  eachField((field) => sql`coalesce(${sql.ref(`total.${field}`)}, 0)::bigint AS ${sql.ref(field)}`),
);

/** A key of {@link rollupsSeen}: an item, and the narrowest audience to count. */
export function rollupKey(id: WorkItemId, audience: Audience): string {
  return `${id}|${audience}`;
}

/** The totals below items for an audience, including pending deltas: as of this moment. */
export const rollupsFor = defineRowsLoader<string, SummedUp, Rollup>('rollupsFor', {
  rows: (_ctx, keys) => storedSums(keys),
  collect: (rows) => new Map(rows.map(({ id, audience, ...rollup }) => [rollupKey(id, audience), rollup])),
});

interface SummedUp extends Rollup {
  id: WorkItemId;
  audience: Audience;
}

/** 0 for viewers who just lost access to a part of the sums of the item `each`: they see none of them. */
function countedUnlessLost(audience: Audience): RawBuilder<unknown> {
  const rootId = sql`(SELECT w.root_id FROM work_items w WHERE w.id = each.id)`;
  return sql`CASE WHEN ${isLosingSums(audience, rootId)} THEN 0 ELSE ${sql.lit(audience)} END`;
}

function storedSums(keys: readonly string[]): RawBuilder<unknown> {
  const wanted = keys.map((key) => key.split('|').map(Number) as [id: WorkItemId, audience: Audience]);
  const isInAudience = sql`work_item_id = wanted.id AND audience <= wanted.counted`;
  const ids = wanted.map(([id]) => id);
  return sql`
    WITH off AS MATERIALIZED (
      SELECT id FROM namespaces WHERE disabled_features <> '{}' AND 'health_status' = ANY(disabled_features)
    ), healthless AS MATERIALIZED (
      -- The stored sums count health where it is switched off, too. EXISTS comes first: usually it is on everywhere.
      SELECT ancestor.id AS work_item_id, counted_audience(w.is_hidden, w.is_confidential, w.namespace_id, w.iid) AS audience, ${lessHealth}
      FROM work_items w
      CROSS JOIN LATERAL unnest(w.ancestor_ids) AS ancestor (id)
      CROSS JOIN LATERAL work_item_contribution(w.type, w.state, w.weight, w.health_status) AS c
      WHERE EXISTS (SELECT FROM off) AND w.namespace_id IN (SELECT id FROM off) AND w.parent_id IS NOT NULL
        AND w.health_status IS NOT NULL AND w.state = 'opened' AND ancestor.id = ANY(${keysIn(ids)})
    ), changes AS MATERIALIZED (
      SELECT ancestor.id AS work_item_id, c.audience, ${columns} FROM work_item_rollup_changes c
      CROSS JOIN LATERAL unnest(c.ancestor_ids) AS ancestor (id) WHERE ancestor.id = ANY(${keysIn(ids)})
    ), wanted AS MATERIALIZED (
      SELECT each.id, each.audience, CASE each.audience
        WHEN ${sql.lit(audiences.everyone)} THEN ${countedUnlessLost(audiences.everyone)}
        WHEN ${sql.lit(audiences.signedIn)} THEN ${countedUnlessLost(audiences.signedIn)}
        ELSE each.audience END AS counted
      FROM unnest(${keysIn(ids)}, ${keysIn(
        wanted.map(([, audience]) => audience),
        'smallint',
      )}) AS each (id, audience)
    )
    SELECT wanted.id, wanted.audience, ${totals}
    FROM wanted CROSS JOIN LATERAL (
      SELECT ${sums} FROM (
        SELECT ${columns} FROM work_item_rollups WHERE ${isInAudience}
        UNION ALL
        SELECT ${columns} FROM work_item_rollup_deltas WHERE ${isInAudience}
        UNION ALL
        SELECT ${columns} FROM changes WHERE ${isInAudience}
        UNION ALL
        SELECT ${columns} FROM healthless WHERE ${isInAudience}
      ) AS part
    ) AS total`;
}

/** The totals below items that the viewer may know of, by {@link seenKey}. */
export const rollupsSeen = defineRowsLoader<string, SummedUp, Rollup>('rollupsSeen', {
  // Viewers of a public link belong to no audience: counted from what they may see.
  rows: (ctx, keys) => (ctx.viewer.linkedTo === null ? storedSums(keys) : countedSums(ctx, keys)),
  collect: (rows) => new Map(rows.map(({ id, audience, ...rollup }) => [rollupKey(id, audience), rollup])),
});

/** The key of {@link rollupsSeen} for an item. */
export function seenKey({ viewer }: Pick<Context, 'viewer'>, { id, scope }: Pick<WorkItem, 'id' | 'scope'>): string {
  return rollupKey(id, audienceOf(viewer, scope));
}

/** The totals below an item that the viewer may know of. */
export async function rollupSeenBelow(ctx: Context, item: Pick<WorkItem, 'id' | 'scope'>): Promise<Rollup> {
  return (await ctx.load(rollupsSeen, seenKey(ctx, item))) ?? nothingBelow;
}

function countedSums(ctx: Context, keys: readonly string[]): RawBuilder<unknown> {
  const ids = keys.map((key) => Number.parseInt(key, 10));
  const sums = eachField((field) => sql`sum(${sql.ref(`c.${field}`)})::bigint AS ${sql.ref(field)}`);
  const isSeen = visibleWorkItems(ctx.viewer);
  const health = sql`CASE WHEN ${hasFeatureIn('health_status')} THEN w.health_status END AS health_status`;
  return sql`
    WITH RECURSIVE below AS (
      SELECT w.parent_id AS top, w.id, w.type, w.state, w.weight, ${health}
      FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
      WHERE w.parent_id = ANY(${ids}::bigint[]) AND ${isSeen}
      UNION ALL
      SELECT below.top, w.id, w.type, w.state, w.weight, ${health}
      FROM below JOIN work_items w ON w.parent_id = below.id JOIN namespaces n ON n.id = w.namespace_id
      WHERE ${isSeen}
    )
    SELECT below.top AS id, ${sql.lit(audiences.everyone)} AS audience, ${sums}
    FROM below CROSS JOIN LATERAL work_item_contribution(below.type, below.state, below.weight, below.health_status) AS c
    GROUP BY below.top`;
}

/** The totals below one item for all audiences, as this transaction sees them. They stay in these audiences until it ends. */
export async function rollupPartsOf(trx: Db, id: WorkItemId): Promise<RollupPart[]> {
  await keepAudiences(trx);
  const totals = eachField((field) => sql`sum(${sql.ref(field)})::bigint AS ${sql.ref(field)}`);
  const { rows } = await sql<{ audience: Audience } & Rollup>`
    SELECT audience, ${totals} FROM (
      SELECT audience, ${columns} FROM work_item_rollups WHERE work_item_id = ${id}
      UNION ALL
      ${pendingBelow(sql`${id}::bigint`, sql`audience, ${columns}`)}
    ) AS part GROUP BY audience`.execute(trx);
  return rows.map(({ audience, ...rollup }) => ({ audience, rollup }));
}

/**
 * The statement that adds a change to the sums of ancestors of an item: as inserted rows, so that writers do not wait for each other.
 * `item` is the one that parts without an audience come from.
 */
export function addingChange(
  item: Pick<WorkItem, 'namespaceId' | 'iid'>,
  ancestorIds: readonly WorkItemId[],
  parts: readonly RollupPart[],
): RawBuilder<unknown> | null {
  const changed = parts.filter(({ rollup }) => !isNothing(rollup));
  if (ancestorIds.length === 0 || changed.length === 0) return null;
  const counted = sql`(SELECT audience_to_count(${item.namespaceId}, ${item.iid}))`;
  const values = changed.map(
    ({ audience, rollup }) =>
      sql`(${audience === null ? counted : sql`${audience}::smallint`}, ${eachField((field) => sql`${rollup[field]}::bigint`)}, ${ancestorIds}::bigint[])`,
  );
  return sql`INSERT INTO work_item_rollup_changes (audience, ${columns}, ancestor_ids) VALUES ${sql.join(values)}`;
}

export async function addChange(
  trx: Db,
  item: Pick<WorkItem, 'namespaceId' | 'iid'>,
  ancestorIds: readonly WorkItemId[],
  parts: readonly RollupPart[],
): Promise<void> {
  await addingChange(item, ancestorIds, parts)?.execute(trx);
}

/**
 * Recounts the totals of every item of a top-level group, in one statement: what was committed before is in the sum, later
 * changes are deltas to it. The caller has locked the tree.
 */
export async function recountRollups(trx: Db, rootId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${FOLDING})`.execute(trx);
  await keepAudiences(trx);
  const counted = eachField((field) => sql`sum(${sql.ref(`c.${field}`)}) AS ${sql.ref(field)}`);
  const replaced = eachField((field) => sql`${sql.ref(field)} = ${sql.ref(`excluded.${field}`)}`);
  const corrected = eachField(
    (field) =>
      sql`coalesce(${sql.ref(`s.${field}`)}, 0) - coalesce(${sql.ref(`was.${field}`)}, 0) AS ${sql.ref(field)}`,
  );
  const added = eachField((field) => sql`${sql.ref(field)} = kept.${sql.ref(field)} + excluded.${sql.ref(field)}`);
  const differs = sql.join(
    rollupFields.map((field) => sql`${sql.ref(`d.${field}`)} <> 0`),
    sql` OR `,
  );
  await sql`
    WITH items AS MATERIALIZED (
      SELECT id, ancestor_ids, counted_audience(is_hidden, is_confidential, namespace_id, iid) AS audience, type, state, weight, health_status FROM work_items WHERE root_id = ${rootId}
    ), summed AS MATERIALIZED (
      SELECT ancestor.id, items.audience, ${counted}
      FROM items CROSS JOIN unnest(items.ancestor_ids) AS ancestor (id)
      CROSS JOIN LATERAL work_item_contribution(items.type, items.state, items.weight, items.health_status) AS c
      GROUP BY ancestor.id, items.audience
    ), forgotten AS (
      DELETE FROM work_item_rollup_deltas d WHERE d.work_item_id IN (SELECT id FROM items)
    ), forgotten_changes AS (
      DELETE FROM work_item_rollup_changes c
      WHERE EXISTS (SELECT FROM unnest(c.ancestor_ids) AS ancestor (id) JOIN items ON items.id = ancestor.id)
      RETURNING *
    ), remaining AS (
      -- Ancestors in another top-level group, to which an item has just been moved.
      INSERT INTO work_item_rollup_deltas (work_item_id, audience, changed_on, ${columns})
      SELECT ancestor.id, audience, changed_on, ${columns} FROM forgotten_changes CROSS JOIN unnest(ancestor_ids) AS ancestor (id)
      WHERE NOT EXISTS (SELECT FROM items WHERE items.id = ancestor.id)
    ), emptied AS (
      DELETE FROM work_item_rollups r
      WHERE r.work_item_id IN (SELECT id FROM items)
        AND NOT EXISTS (SELECT FROM summed s WHERE s.id = r.work_item_id AND s.audience = r.audience)
    ), kept AS (
      -- The correction is a change of today: past days stay as they were counted.
      INSERT INTO work_item_rollup_days AS kept (work_item_id, audience, day, ${columns})
      SELECT d.* FROM (
        SELECT coalesce(s.id, was.work_item_id) AS id, coalesce(s.audience, was.audience), (now() AT TIME ZONE 'utc')::date, ${corrected}
        FROM summed s FULL JOIN (
          SELECT r.* FROM work_item_rollups r WHERE r.work_item_id IN (SELECT id FROM items)
        ) AS was ON was.work_item_id = s.id AND was.audience = s.audience
      ) AS d WHERE ${differs}
      ON CONFLICT (work_item_id, audience, day) DO UPDATE SET ${added}
    )
    INSERT INTO work_item_rollups (work_item_id, audience, ${columns}) SELECT * FROM summed
    ON CONFLICT (work_item_id, audience) DO UPDATE SET ${replaced}`.execute(trx);
}
