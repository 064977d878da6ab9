import { audiences, rollupFields, type Audience, type Rollup } from '@milepost/core/hierarchy';
import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { insiderNamespaces, namespacesWithRole } from '../../namespaces/policy.ts';
import { isLosingSums, visibleWorkItems } from '../../work-items/policy.ts';
import { idsWithPending, isAnyPending, pendingBelow } from './pending.ts';
import { columns } from './columns.ts';

type Fields = readonly (keyof Rollup)[];

const sums = (from: string) =>
  sql.join(
    rollupFields.map((field) => sql`coalesce(sum(${sql.ref(`${from}.${field}`)}), 0)::bigint AS ${sql.ref(field)}`),
  );

/** The types of the stored sums: PostgreSQL adds up integers much faster than others. */
const typeOf = (field: keyof Rollup) => sql.raw(field.endsWith('Weight') ? 'bigint' : 'integer');
const storedAs = (from: string, fields: Fields) =>
  sql.join(fields.map((field) => sql`${sql.ref(`${from}.${field}`)}::${typeOf(field)} AS ${sql.ref(field)}`));
const storedSums = (from: string, fields: Fields) =>
  sql.join(fields.map((field) => sql`sum(${sql.ref(`${from}.${field}`)})::${typeOf(field)} AS ${sql.ref(field)}`));

/** The SQL of `audienceOf` over a row of `namespaces`; 0 for viewers who just lost access to a part of the sums: they see none. */
function audienceIn(viewer: Viewer, alias: string): RawBuilder<unknown> {
  if (viewer.isAdmin) return sql`${sql.lit(audiences.administrators)}`;
  const counted = (audience: Audience) =>
    sql`CASE WHEN ${isLosingSums(audience, sql.ref(`${alias}.root_id`))} THEN 0 ELSE ${sql.lit(audience)} END`;
  if (!viewer.isSignedIn) return counted(audiences.everyone);
  return sql`CASE WHEN ${insiderNamespaces(viewer, alias)} THEN ${sql.lit(audiences.insiders)}
    WHEN ${namespacesWithRole(viewer, 'guest', alias)} THEN ${sql.lit(audiences.members)}
    ELSE ${counted(audiences.signedIn)} END`;
}

/** Those that the viewer belongs to somewhere. */
function audiencesOf(viewer: Viewer): readonly Audience[] {
  if (viewer.isAdmin) return [audiences.administrators];
  if (!viewer.isSignedIn) return [audiences.everyone];
  return [audiences.signedIn, audiences.members, audiences.insiders];
}

/**
 * A subquery of one row: the totals below the item `w` that the viewer may know of, as `rollupSeenBelow` reads them. For
 * conditions and sums over many items.
 */
export function rollupSeenIn(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.linkedTo !== null) return countedFor(viewer);
  const audience = sql`(SELECT ${audienceIn(viewer, 'an')} FROM namespaces an WHERE an.id = w.namespace_id)`;
  const isCounted = sql`audience <= ${audience}`;
  return sql`(SELECT ${sums('part')} FROM (
    SELECT ${columns} FROM work_item_rollups WHERE work_item_id = w.id AND ${isCounted}
    UNION ALL
    ${pendingBelow(sql`w.id`, columns, isCounted)}) AS part)`;
}

/**
 * The same for all rows of a relation with `id` and `namespace_id`, whose namespaces are in the relation `scope`; only these `fields`, as
 * the tables store them. Each audience is determined once, and the stored sums are read in the order of their index, for all rows of an
 * audience at once: a join looks them up one by one, because the planner expects few rows. Rows without anything below may be missing.
 */
export function rollupsSeenIn(
  { viewer, asOf }: Pick<Context, 'viewer' | 'asOf'>,
  among: RawBuilder<unknown>,
  fields: Fields,
): RawBuilder<unknown> {
  if (viewer.linkedTo !== null)
    return sql`SELECT w.id, below.* FROM ${among} AS w CROSS JOIN LATERAL ${countedFor(viewer)} AS below`;
  const known = audiencesOf(viewer);
  const isOf = (audience: Audience) =>
    viewer.isAdmin
      ? sql`true`
      : sql`(w.namespace_id IN (SELECT an.id FROM namespaces an
          WHERE an.id IN (SELECT id FROM scope) AND ${audienceIn(viewer, 'an')} = ${sql.lit(audience)})) IS TRUE`;
  // Few rows have changes that are not yet in the stored sums: these are looked up one by one. The set is hashed once.
  const hasChanged = sql`(w.id IN (${idsWithPending}))`;
  const parts = known.map((audience) => {
    const ids = sql`SELECT w.id FROM ${among} AS w WHERE ${hasChanged} IS NOT TRUE AND ${isOf(audience)}`;
    const isRead = sql`r.work_item_id = ANY(ARRAY(${ids})) AND r.audience <= ${sql.lit(audience)}`;
    // The widest audience has one row for each item; those of the past have more.
    return audience === audiences.everyone && asOf === null
      ? sql`SELECT r.work_item_id AS id, ${storedAs('r', fields)} FROM work_item_rollups r WHERE ${isRead}`
      : sql`SELECT r.work_item_id AS id, ${storedSums('r', fields)} FROM work_item_rollups r WHERE ${isRead} GROUP BY r.work_item_id`;
  });
  return sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}
    UNION ALL
    SELECT w.id, ${storedAs('below', fields)} FROM ${among} AS w CROSS JOIN LATERAL ${rollupSeenIn(viewer)} AS below
    WHERE ${isAnyPending} AND ${hasChanged} IS TRUE) AS part OFFSET 0`;
}

/** Viewers of a public link belong to no audience: counted from what they may see. */
function countedFor(viewer: Viewer): RawBuilder<unknown> {
  const isSeen = visibleWorkItems(viewer, 'b', 'bn');
  const parts = sql`b.id, b.type, b.state, b.weight, b.health_status`;
  return sql`(
    WITH RECURSIVE below AS (
      SELECT ${parts} FROM work_items b JOIN namespaces bn ON bn.id = b.namespace_id WHERE b.parent_id = w.id AND ${isSeen}
      UNION ALL
      SELECT ${parts} FROM below JOIN work_items b ON b.parent_id = below.id JOIN namespaces bn ON bn.id = b.namespace_id
      WHERE ${isSeen}
    )
    SELECT ${sums('c')} FROM below
    CROSS JOIN LATERAL work_item_contribution(below.type, below.state, below.weight, below.health_status) AS c)`;
}

/** The health that an epic shows: its own, otherwise the worst one below. */
export function healthShownIn(viewer: Viewer): RawBuilder<unknown> {
  return sql`coalesce(w.health_status, (SELECT ${worstOf} FROM ${rollupSeenIn(viewer)} AS below))`;
}

/** The SQL of `healthBelow` over the sums `below`. */
export const worstOf = sql`CASE WHEN below.issues_at_risk > 0 THEN 'at_risk'
  WHEN below.issues_needing_attention > 0 THEN 'needs_attention'
  WHEN below.issues_on_track > 0 THEN 'on_track' END`;
