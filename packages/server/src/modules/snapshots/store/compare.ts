import type { MilestoneId, NamespaceId, SnapshotId, WorkItemId } from '@milepost/core/ids';
import type { EpicDates } from '@milepost/core/roadmap/snapshots';
import type { HealthStatus, WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { defineLoader, type Context } from '../../../platform/context.ts';
import { readCursor } from '../../../platform/cursors.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { laneColumns, laneSourceOf } from '../../roadmaps/store/lanes/sources.ts';
import { audienceOf } from '../../work-items/policy.ts';
import { seenId, visibleEpics } from '../policy.ts';
import type { Snapshot } from '../store.ts';
import { progressBelow } from './states.ts';

export const comparisonKinds = ['added', 'removed', 'later', 'earlier', 'unchanged'] as const;
export type ComparisonKind = (typeof comparisonKinds)[number];

/** An epic in one of two plans; null in a plan that lacks it. */
export interface ComparedEpic {
  workItemId: WorkItemId;
  title: string;
  iid: number;
  homeId: NamespaceId;
  /** Days of the due date; null when one of the two is missing. */
  drift: number | null;
  isInFrom: boolean;
  isInTo: boolean;
  fromStartDate: string | null;
  fromDueDate: string | null;
  toStartDate: string | null;
  toDueDate: string | null;
  fromState: WorkItemState | null;
  toState: WorkItemState | null;
  /** Parents that the viewer may see. */
  fromParentId: WorkItemId | null;
  toParentId: WorkItemId | null;
  /** Closed and total, by weight and count, of what the viewer may know of. */
  fromProgress: number[];
  toProgress: number[];
  addedLabels: string[];
  removedLabels: string[];
  /** What decided its lane in the first plan; null where that lacks it. */
  fromLane: ValuesThen | null;
  sortDrift: number;
  sortTitle: string;
}

/** Values of an epic in a snapshot. */
export interface ValuesThen {
  homeId: NamespaceId;
  milestoneId: MilestoneId | null;
  healthStatus: HealthStatus | null;
  labelTitles: string[];
}

export interface Comparison {
  group: Namespace;
  from: Snapshot;
  /** Null: today. */
  to: Snapshot | null;
  kinds?: readonly ComparisonKind[] | null;
}

export const sortKeyOf = ({ sortDrift, sortTitle, workItemId }: ComparedEpic) => [sortDrift, sortTitle, workItemId];

/** One page of a comparison: largest drift first, then by title, after the sort key `cursor`. */
export async function comparedAfter(
  ctx: Context,
  comparison: Comparison,
  { limit, cursor }: { limit: number; cursor: readonly unknown[] | null },
): Promise<ComparedEpic[]> {
  const { rows } = await sql<ComparedEpic>`
    WITH ${compared(ctx, comparison)}, page AS (
      SELECT * FROM compared WHERE ${ofKinds(comparison)} ${after(cursor)}
      ORDER BY sort_drift DESC, sort_title, work_item_id LIMIT ${limit})
    ${withDetails(ctx, comparison)} ORDER BY sort_drift DESC, sort_title, work_item_id`.execute(ctx.db);
  return rows;
}

export type ComparisonCounts = Record<ComparisonKind, number>;

/** The number of epics of each kind that the viewer may see. */
export async function countCompared(ctx: Context, comparison: Comparison): Promise<ComparisonCounts> {
  const counts = sql.join(
    comparisonKinds.map((kind) => sql`count(*) FILTER (WHERE ${isKind[kind]})::int AS ${sql.ref(kind)}`),
  );
  const { rows } =
    await sql<ComparisonCounts>`WITH ${compared(ctx, comparison)} SELECT ${counts} FROM compared`.execute(ctx.db);
  return rows[0] ?? { added: 0, removed: 0, later: 0, earlier: 0, unchanged: 0 };
}

const isKind: Readonly<Record<ComparisonKind, RawBuilder<SqlBool>>> = {
  added: sql<SqlBool>`NOT is_in_from`,
  removed: sql<SqlBool>`NOT is_in_to`,
  later: sql<SqlBool>`drift > 0`,
  earlier: sql<SqlBool>`drift < 0`,
  unchanged: sql<SqlBool>`(is_in_from AND is_in_to AND (from_start_date, from_due_date) IS NOT DISTINCT FROM (to_start_date, to_due_date))`,
};

function ofKinds({ kinds }: Comparison): RawBuilder<SqlBool> {
  if (!kinds) return sql<SqlBool>`true`;
  if (kinds.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(
    kinds.map((kind) => isKind[kind]),
    sql` OR `,
  )})`;
}

function after(cursor: readonly unknown[] | null): RawBuilder<unknown> {
  if (cursor === null) return sql``;
  const [drift, title, id] = readCursor(cursor, 'integer', 'text', 'bigint');
  return sql`AND (sort_drift < ${drift}::int OR (sort_drift = ${drift}::int AND (sort_title, work_item_id) > (${title}::text, ${id}::bigint)))`;
}

/** Epics without a drift come last. */
const NO_DRIFT = -2_147_483_648;

/** The epics of both plans that the viewer may see, with what decides their order and kind. */
function compared({ viewer }: Context, { group, from, to }: Comparison): RawBuilder<unknown> {
  return sql`compared AS (
    SELECT both_plans.*, coalesce(drift, ${NO_DRIFT}::int) AS sort_drift, lower(title) COLLATE "C" AS sort_title FROM (
      SELECT coalesce(f.work_item_id, t.work_item_id) AS work_item_id, coalesce(w.title, t.title, f.title) AS title,
        coalesce(w.iid, t.iid, f.iid) AS iid, coalesce(w.namespace_id, t.home_id, f.home_id) AS home_id,
        t.due_date - f.due_date AS drift, f.work_item_id IS NOT NULL AS is_in_from, t.work_item_id IS NOT NULL AS is_in_to,
        f.start_date AS from_start_date, f.due_date AS from_due_date, t.start_date AS to_start_date, t.due_date AS to_due_date,
        f.state AS from_state, t.state AS to_state, f.parent_id AS from_parent, t.parent_id AS to_parent
      FROM (${statesAt(from)}) AS f FULL JOIN (${to ? statesAt(to) : presentEpics(group)}) AS t USING (work_item_id)
      LEFT JOIN work_items w ON w.id = work_item_id
      LEFT JOIN namespaces n ON n.id = w.namespace_id
      LEFT JOIN roadmap_snapshot_deleted_epics deleted ON deleted.work_item_id = coalesce(f.work_item_id, t.work_item_id)
      LEFT JOIN namespaces home ON home.id = deleted.namespace_id
      WHERE ${visibleEpics(viewer)}
    ) AS both_plans)`;
}

/** The epics of a page (`page`) with their details, which are read for these alone. */
function withDetails(ctx: Context, { group, from, to }: Comparison): RawBuilder<unknown> {
  const { viewer } = ctx;
  const newLabels = (side: 'f' | 't', other: 'f' | 't') =>
    sql`CASE WHEN is_in_from AND is_in_to THEN ARRAY(
      SELECT each.title FROM unnest(${sql.ref(`${side}.label_ids`)}, ${sql.ref(`${side}.label_titles`)}) AS each (id, title)
      WHERE NOT each.id = ANY(${sql.ref(`${other}.label_ids`)}) ORDER BY each.title) ELSE '{}' END`;
  const then = (snapshot: Snapshot) =>
    sql`SELECT label_ids, label_titles, progress, jsonb_build_object('homeId', home_id, 'milestoneId', milestone_id,
      'healthStatus', health_status, 'labelTitles', label_titles) AS lane FROM (${statesAt(snapshot)}) AS state WHERE state.work_item_id = page.work_item_id`;
  return sql`SELECT page.*, ${seenId(viewer, sql.ref('page.from_parent'))} AS from_parent_id,
      ${seenId(viewer, sql.ref('page.to_parent'))} AS to_parent_id,
      ${seenProgress(ctx, group, 'f')} AS from_progress, ${seenProgress(ctx, group, 't')} AS to_progress,
      ${newLabels('t', 'f')} AS added_labels, ${newLabels('f', 't')} AS removed_labels, f.lane AS from_lane
    FROM page LEFT JOIN LATERAL (${then(from)}) AS f ON true
    LEFT JOIN LATERAL (${to ? then(to) : presentDetails}) AS t ON true`;
}

/** The states of a snapshot. */
function statesAt({ namespaceId, moment }: Snapshot): RawBuilder<unknown> {
  return sql`SELECT * FROM roadmap_snapshot_states
    WHERE namespace_id = ${namespaceId} AND since <= ${moment} AND (until IS NULL OR until > ${moment})`;
}

function presentEpics(group: Namespace): RawBuilder<unknown> {
  return sql`SELECT item.id AS work_item_id, item.title, item.iid, item.namespace_id AS home_id, item.start_date, item.due_date, item.state,
      item.parent_id
    FROM work_items item JOIN namespaces place ON place.id = item.namespace_id
    WHERE item.type = 'epic' AND ${namespacesBelow(group.scope.traversalIds, 'place')}`;
}

const presentDetails = sql`SELECT labeled.label_ids, labeled.label_titles, below.progress
  FROM work_items item
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(l.id), '{}') AS label_ids, coalesce(array_agg(l.title), '{}') AS label_titles
    FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = item.id
  ) AS labeled
  CROSS JOIN LATERAL (${progressBelow('item')}) AS below
  WHERE item.id = page.work_item_id`;

/**
 * Sums the parts of the audiences that the viewer belongs to: closed weight, total weight, closed issues, total issues. A public
 * link belongs to no audience.
 */
function seenProgress({ viewer }: Context, group: Namespace, side: 'f' | 't'): RawBuilder<number[]> {
  const audience = viewer.linkedTo === null ? audienceOf(viewer, group.scope) : 0;
  const part = sql.ref(`${side}.progress`);
  return sql<number[]>`ARRAY(SELECT coalesce(sum(${part}[at + field]) FILTER (WHERE ${part}[at] <= ${audience}), 0)::int
    FROM generate_series(1, 4) AS field LEFT JOIN generate_series(1, cardinality(${part}), 5) AS at ON true
    GROUP BY field ORDER BY field)`;
}

/** The key of {@link epicThen}. */
export const stateKey = (snapshot: SnapshotId, epic: WorkItemId) => `${snapshot}|${epic}`;

/** The dates of epics in snapshots, without a permission check; null: the snapshot lacks the epic. */
export const epicThen = defineLoader<string, EpicDates>('epicInSnapshot', async ({ db }, keys) => {
  const wanted = keys.map((key) => key.split('|').map(Number) as [number, number]);
  const { rows } = await sql<EpicDates & { snapshotId: SnapshotId; workItemId: WorkItemId }>`
    SELECT wanted.snapshot_id, wanted.work_item_id, s.start_date, s.due_date
    FROM unnest(${wanted.map(([id]) => id)}::bigint[], ${wanted.map(([, id]) => id)}::bigint[]) AS wanted (snapshot_id, work_item_id)
    JOIN roadmap_snapshots p ON p.id = wanted.snapshot_id
    JOIN roadmap_snapshot_states s ON s.namespace_id = p.namespace_id AND s.work_item_id = wanted.work_item_id
      AND s.since <= p.moment AND (s.until IS NULL OR s.until > p.moment)`.execute(db);
  return new Map(rows.map(({ snapshotId, workItemId, ...dates }) => [stateKey(snapshotId, workItemId), dates]));
});

/** The dates of one epic in a snapshot. */
export interface DatesInSnapshot extends EpicDates {
  snapshotId: SnapshotId;
}

/** The dates of each epic in all saved snapshots of its own group and the groups above, oldest first. */
export const datesOverTime = defineLoader<WorkItemId, DatesInSnapshot[]>('datesOverTime', async ({ db }, ids) => {
  const { rows } = await sql<DatesInSnapshot & { workItemId: WorkItemId }>`
    SELECT s.work_item_id, p.id AS snapshot_id, s.start_date, s.due_date
    FROM roadmap_snapshot_states s JOIN roadmap_snapshots p ON p.namespace_id = s.namespace_id
      AND s.since <= p.moment AND (s.until IS NULL OR s.until > p.moment)
    WHERE s.work_item_id = ANY(${ids}::bigint[]) ORDER BY p.taken_at, p.id`.execute(db);
  const dates = new Map<WorkItemId, DatesInSnapshot[]>(ids.map((id) => [id, []]));
  for (const { workItemId, ...row } of rows) dates.get(workItemId)?.push(row);
  return dates;
});

/** The due date of the milestone that a row of an epic has in lanes of milestones. Keys are `{root}|{epic}`. */
export const milestoneDueOf = defineLoader<string, string>('milestoneDueOf', async (ctx, keys) => {
  const found = new Map<string, string>();
  const wanted = keys.map((key) => key.split('|').map(Number) as [NamespaceId, WorkItemId]);
  for (const rootId of new Set(wanted.map(([root]) => root))) {
    const ids = wanted.flatMap(([root, id]) => (root === rootId ? [id] : []));
    const scope = { ctx, of: { id: rootId, rootId, fullName: '' }, order: null };
    const { rows } = await sql<{ id: WorkItemId; dueDate: string | null }>`
      WITH epics AS (SELECT ${laneColumns} FROM work_items w WHERE w.id = ANY(${ids}::bigint[]))
      SELECT own.id, m.due_date FROM (${laneSourceOf('MILESTONE', scope).valuesOf(sql`epics`)}) AS own
      JOIN milestones m ON m.id = own.value`.execute(ctx.db);
    for (const { id, dueDate } of rows) if (dueDate !== null) found.set(`${rootId}|${id}`, dueDate);
  }
  return found;
});
