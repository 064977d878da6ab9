import { unreachable } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { groupKindOf, groupSubjectOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { type GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { SYSTEM_LIFECYCLE } from '@milepost/core/statuses/statuses';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { latestMilestones } from '../../../milestones/store/latest.ts';
import { visibleNamespaces, whereSwitchedOff } from '../../../namespaces/policy.ts';
import type { Namespace } from '../../../namespaces/store.ts';
import { visibleAmongMany, visibleInTree } from '../../../work-items/policy.ts';
import type { Order } from '../../../work-items/sockets.ts';
import { orderOf, type ListOrder } from '../../../work-items/store/orders.ts';

/** The health values in the order of their lanes. */
const healths = ['at_risk', 'needs_attention', 'on_track'] as const;

export interface LaneScope {
  ctx: Context;
  of: Pick<Namespace, 'id' | 'rootId' | 'fullName'>;
  /** The order of the epics, which is also that of lanes by parent; null where the order of lanes does not matter. */
  order: ListOrder | null;
}

/** One kind of lanes in SQL. A value is a number: an id, or a position in a fixed list. Epics without one have no row. */
export interface LaneSource {
  /**
   * `id` and `value` of the epics `among`: a relation with the columns of `laneColumns`. Each epic has one row at most.
   */
  valuesOf: (among: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The same as an expression over the epic `r`, where its own columns decide. */
  column?: RawBuilder<unknown>;
  /** Where its own columns decide for some epics: `column` is null for the others, whose values these are. */
  othersOf?: (among: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** `value`, the texts `key1` and `key2` that order the lanes, `title`, `text` (the value in the API), and `color`. */
  described: RawBuilder<unknown>;
  /** The same of these values, where most others are no lanes. */
  describedAmong?: (values: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Turns the value of the API into that of `valuesOf`. */
  numberOf: (text: string) => RawBuilder<unknown>;
  isDescending?: boolean;
}

/** The columns that decide the lane and visibility of any epic, and those that the sums of its lane need. */
const placing = ['id', 'namespace_id', 'parent_id'] as const;
const summed = ['start_date', 'due_date', 'state', 'health_status'] as const;
const valueColumns = { STATUS: 'status_id', AUTHOR: 'author_id', MILESTONE: 'milestone_id' } as const;

/**
 * The columns of epics in lanes by these keys: every column of a hundred thousand copied rows takes time. `isNarrow`: without those that only
 * sums need. PostgreSQL reads columns of a fixed length faster where they come first.
 */
export function laneColumnsFor(keys: readonly (GroupKey | null)[], isNarrow: boolean): readonly string[] {
  const [start, due, ...texts] = summed;
  const values = keys.flatMap((key) => valueColumns[key as keyof typeof valueColumns] ?? []);
  return isNarrow ? [...placing, ...values] : [...placing, start, due, ...values, ...texts];
}

/** These columns of the relation `alias`. */
export const columnsOf = (alias: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));

/** The columns of `laneColumnsFor` for any key, and the ancestors. */
export const laneColumns = columnsOf('w', [
  ...laneColumnsFor(['STATUS', 'AUTHOR', 'MILESTONE'], false),
  'ancestor_ids',
]);

/** What the sums of lanes need of an epic. */
export const summedColumns = (alias: string): RawBuilder<unknown> => columnsOf(alias, summed);

const padded = (number: RawBuilder<unknown>) => sql`lpad((${number})::text, 19, '0')`;
const idFrom = (text: string) => sql`${/^[1-9]\d{0,17}$/.test(text) ? text : '-1'}::bigint`;
const noColor = sql`NULL::text AS color`;

export function laneSourceOf(key: GroupKey, scope: LaneScope): LaneSource {
  const kind = groupKindOf(key);
  switch (kind) {
    case 'SUBGROUP':
      return bySubgroup(scope);
    case 'LABEL':
      return byLabel(scope, groupSubjectOf(key));
    case 'MILESTONE':
      return byMilestone(scope);
    case 'ITERATION':
      return byIteration(scope);
    case 'ASSIGNEE':
      return byPerson({
        valuesOf: (among) => sql`
        SELECT DISTINCT ON (a.work_item_id) a.work_item_id AS id, a.user_id AS value FROM work_item_assignees a
        WHERE a.work_item_id IN (SELECT id FROM ${among} AS among) ORDER BY a.work_item_id, a.set_order`,
      });
    case 'AUTHOR':
      return byPerson(byColumn(sql`r.author_id`));
    case 'HEALTH':
      return byHealth();
    case 'STATUS':
      return byStatus(scope);
    case 'PARENT':
      return byParent(scope);
    case 'FIELD':
      return byField(scope, groupSubjectOf(key));
    default:
      return unreachable(kind);
  }
}

function byColumn(column: RawBuilder<unknown>): Pick<LaneSource, 'valuesOf' | 'column'> {
  return {
    valuesOf: (among) => sql`SELECT r.id, ${column} AS value FROM ${among} AS r WHERE ${column} IS NOT NULL`,
    column,
  };
}

function bySubgroup({ of }: LaneScope): LaneSource {
  return {
    ...byColumn(sql`r.namespace_id`),
    described: sql`SELECT d.id AS value, CASE WHEN d.id = ${of.id} THEN '0' ELSE '1' END AS key1, lower(d.full_path) AS key2,
      CASE WHEN d.id = ${of.id} THEN d.name ELSE substr(d.full_name, ${Array.from(of.fullName).length + 4}) END AS title, d.id::text AS text, ${noColor} FROM namespaces d WHERE d.kind = 'group'`,
    numberOf: idFrom,
  };
}

/** Labels of a group that the viewer may not see would reveal their colors and priorities. */
const isUsableInScope = sql<SqlBool>`ln.id IN (
  SELECT unnest(home.traversal_ids) FROM namespaces home WHERE home.id IN (SELECT id FROM scope))`;

/** The condition on labels `l` of a scope with one value after it. Scopes are compared without case. */
export function labelsOfScope(scope: string): RawBuilder<SqlBool> {
  // PostgreSQL counts code points, JavaScript UTF-16 code units.
  const length = Array.from(scope).length;
  return sql<SqlBool>`(lower(left(l.title, ${length})) = lower(${scope}::text)
    AND substr(l.title, ${length + 1}, 2) = '::' AND length(l.title) > ${length + 2}
    AND position('::' IN substr(l.title, ${length + 3})) = 0)`;
}

/**
 * Labels of one value and scope in several groups are one lane. Scopes are compared without case, and end at the last `::` of a title. The
 * oldest label represents the others.
 */
function byLabel({ of }: LaneScope, scope: string): LaneSource {
  const length = Array.from(scope).length;
  const labels = sql`(
    SELECT l.id, l.title, l.color, l.priority, substr(l.title, ${length + 3}) AS text,
      min(l.id) OVER (PARTITION BY substr(l.title, ${length + 3})) AS value
    FROM labels l JOIN namespaces ln ON ln.id = l.namespace_id
    WHERE ln.traversal_ids[1] = ${of.rootId} AND ${isUsableInScope} AND ${labelsOfScope(scope)})`;
  return {
    valuesOf: (among) => sql`
      SELECT wl.work_item_id AS id, min(scoped.value) AS value FROM ${labels} AS scoped
      JOIN work_item_labels wl ON wl.label_id = scoped.id AND wl.is_epic
      WHERE wl.work_item_id IN (SELECT id FROM ${among} AS among) GROUP BY wl.work_item_id`,
    described: sql`SELECT scoped.value, ${padded(sql`coalesce(min(scoped.priority), 2147483647)`)} AS key1,
      ${padded(sql`scoped.value`)} AS key2, min(scoped.title) FILTER (WHERE scoped.id = scoped.value) AS title, scoped.text,
      min(scoped.color) FILTER (WHERE scoped.id = scoped.value) AS color
      FROM ${labels} AS scoped GROUP BY scoped.value, scoped.text`,
    numberOf: (text) => sql`(SELECT min(scoped.value) FROM ${labels} AS scoped WHERE scoped.text = ${text})`,
  };
}

const byDueDate = (due: RawBuilder<unknown>) => sql`to_char(coalesce(${due}, '9999-12-31'::date), 'YYYYMMDD')`;

/** Its own milestone, otherwise of those of its visible direct issues the one that is due last. */
function byMilestone({ ctx, of }: LaneScope): LaneSource {
  const isSeen = sql<SqlBool>`((r.milestone_id IN (SELECT m.id FROM milestones m JOIN namespaces mn ON mn.id = m.namespace_id
    WHERE ${visibleNamespaces(ctx.viewer, 'mn')})) IS TRUE)`;
  const othersOf = (among: RawBuilder<unknown>) =>
    sql`SELECT id, value FROM (${latestMilestones(ctx, of.rootId, sql`(SELECT r.id FROM ${among} AS r WHERE NOT ${isSeen})`)}) AS latest`;
  return {
    valuesOf: (among) => sql`
      SELECT r.id, r.milestone_id AS value FROM ${among} AS r WHERE ${isSeen}
      UNION ALL
      SELECT id, value FROM (${othersOf(among)}) AS others`,
    column: sql`CASE WHEN ${isSeen} THEN r.milestone_id END`,
    othersOf,
    described: sql`SELECT d.id AS value, ${byDueDate(sql`d.due_date`)} AS key1, lower(d.title) AS key2, d.title,
      d.id::text AS text, ${noColor} FROM milestones d`,
    numberOf: idFrom,
  };
}

/** The iteration of most of its visible open direct issues. */
function byIteration({ ctx: { viewer }, of }: LaneScope): LaneSource {
  return {
    valuesOf: (among) => sql`
      SELECT DISTINCT ON (counts.parent_id) counts.parent_id AS id, t.id AS value FROM (
        SELECT i.parent_id, i.iteration_id, count(*) AS count FROM work_items i
        WHERE i.type <> 'epic' AND i.state = 'opened' AND i.iteration_id IS NOT NULL
          AND i.parent_id IN (SELECT id FROM ${among} AS among) AND ${visibleInTree(viewer, of.rootId, 'i')}
        GROUP BY i.parent_id, i.iteration_id
      ) AS counts JOIN iterations t ON t.id = counts.iteration_id
      JOIN namespaces tn ON tn.id = t.namespace_id AND ${visibleNamespaces(viewer, 'tn')}
      ORDER BY counts.parent_id, counts.count DESC, t.start_date, t.id`,
    described: sql`SELECT d.id AS value, to_char(d.due_date, 'YYYYMMDD') AS key1, lower(coalesce(d.title, '')) AS key2,
      coalesce(d.title, '') AS title, d.id::text AS text, ${noColor} FROM iterations d`,
    numberOf: idFrom,
  };
}

function byPerson(values: Pick<LaneSource, 'valuesOf' | 'column'>): LaneSource {
  return {
    ...values,
    described: sql`SELECT d.id AS value, lower(d.name) AS key1, lower(d.username) AS key2, d.name AS title, d.id::text AS text,
      ${noColor} FROM users d`,
    numberOf: idFrom,
  };
}

/** The health that an epic shows, from `lane_health`, which has the rows of lanes alone. */
function byHealth(): LaneSource {
  const position = sql`array_position(${[...healths]}::text[], r.shown)::bigint`;
  return {
    valuesOf: () => sql`SELECT r.id, ${position} AS value FROM lane_health AS r WHERE r.shown IS NOT NULL`,
    column: position,
    described: sql`SELECT d.place AS value, d.place::text AS key1, '' AS key2, d.name AS title, d.name AS text, ${noColor}
      FROM unnest(${[...healths]}::text[]) WITH ORDINALITY AS d (name, place)`,
    numberOf: (text) => sql`coalesce(array_position(${[...healths]}::text[], ${text}::text), -1)::bigint`,
  };
}

function byStatus({ of }: LaneScope): LaneSource {
  const lifecycle = sql`coalesce((SELECT t.lifecycle_id FROM lifecycle_types t
    WHERE t.root_id = ${of.rootId} AND t.type = 'epic'), ${SYSTEM_LIFECYCLE})`;
  const position = sql`coalesce((SELECT ls.position FROM lifecycle_statuses ls
    WHERE ls.status_id = d.id AND ls.lifecycle_id = ${lifecycle}), 2147483647)`;
  return {
    ...byColumn(sql`r.status_id`),
    described: sql`SELECT d.id AS value, ${padded(position)} AS key1, lower(d.name) AS key2, d.name AS title, d.id::text AS text,
      d.color FROM statuses d`,
    numberOf: idFrom,
  };
}

/** Dates and times are compared as text too; those that are missing come last in both directions. */
function byParent({ ctx: { viewer }, order }: LaneScope): LaneSource {
  const { key, type, ties = [] }: Order = order ? orderOf(order, viewer) : { key: sql`''`, type: 'text' };
  // Ties by title are in the second key of every order.
  const dates = [{ key, type }, ...ties.filter((tie) => tie.type === 'date')];
  const text =
    type === 'timestamptz'
      ? sql`to_char(${key} AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS')`
      : sql`concat(${sql.join(dates.map((date) => sql`(${date.key})::text`))})`;
  const described = sql`SELECT w.id AS value, ${text} AS key1, lower(w.title) AS key2, w.title, w.id::text AS text, w.color FROM work_items w`;
  // Each parent is checked once.
  const isSeen = (among: RawBuilder<unknown>) => sql<SqlBool>`((r.parent_id IN (
    SELECT p.id FROM work_items p WHERE p.id = ANY(ARRAY(SELECT DISTINCT parent_id FROM ${among} AS among)) AND ${visibleAmongMany(viewer, 'p')})) IS TRUE)`;
  return {
    valuesOf: (among) => sql`SELECT r.id, r.parent_id AS value FROM ${among} AS r WHERE ${isSeen(among)}`,
    // A matching parent is visible.
    column: sql`CASE WHEN r.is_below OR ${isSeen(sql`(SELECT parent_id FROM lane_rows WHERE NOT is_below)`)} THEN r.parent_id END`,
    described,
    // Read in the order of their ids, where a join would look them up one by one.
    describedAmong: (values) => sql`${described} WHERE w.id = ANY(ARRAY(${values}))`,
    numberOf: idFrom,
    isDescending: order?.isDescending ?? false,
  };
}

const isField = (rootId: NamespaceId, fieldId: string) =>
  sql`f.id = ${idFrom(fieldId)} AND f.namespace_id = ${rootId} AND f.archived_at IS NULL`;

/** The part of a statement that joins the options `o` of a field to the epics `r`, up to its conditions. */
export const fieldOptionsOf = (rootId: NamespaceId, fieldId: string): RawBuilder<unknown> => sql`
  JOIN work_item_custom_field_options o ON o.work_item_id = r.id JOIN custom_fields f ON f.id = o.custom_field_id
  WHERE ${isField(rootId, fieldId)} AND NOT ${whereSwitchedOff('custom_fields', 'r')}`;

function byField({ of: { rootId } }: LaneScope, fieldId: string): LaneSource {
  return {
    valuesOf: (among) => sql`
      SELECT DISTINCT ON (r.id) r.id, o.option_id AS value FROM ${among} AS r ${fieldOptionsOf(rootId, fieldId)}
      ORDER BY r.id, o.set_order`,
    described: sql`SELECT d.id AS value, ${padded(sql`d.position`)} AS key1, ${padded(sql`d.id`)} AS key2, d.value AS title,
      d.id::text AS text, ${noColor} FROM custom_field_options d JOIN custom_fields f ON f.id = d.custom_field_id WHERE ${isField(rootId, fieldId)}`,
    numberOf: idFrom,
  };
}
