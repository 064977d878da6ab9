import type { WorkItemId } from '@milepost/core/ids';
import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { readCursor } from '../../../../platform/cursors.ts';
import { lookupsOf, plannedForItsValues } from '../../../../platform/database/connect.ts';
import type { Namespace } from '../../../namespaces/store.ts';
import { matching, scopeOf, type WorkItemListing } from '../../../work-items/store/list-conditions.ts';
import { isReadInOnePlan, laneRows, type TopRule } from './rows.ts';
import { laneColumns, laneSourceOf, summedColumns, type LaneScope, type LaneSource } from './sources.ts';
import { laneHealth, pageRows, sumsBelow, sumsOf, totalsOf } from './sums.ts';

/** The lanes of a roadmap: its epics, what groups them, and the viewer's day. */
export interface LaneQuestion {
  of: Namespace;
  listing: WorkItemListing;
  topRule: TopRule;
  by: GroupKey;
  thenBy: GroupKey | null;
  /** `YYYY-MM-DD`. */
  today: string;
  hasEmpty: boolean;
}

/** A lane with its sums: of the epics that the viewer sees, and of what is below them. */
export interface Lane {
  /** Value of the first level, for lanes of the second; otherwise 0. */
  above: number;
  /** 0 for “None”. */
  number: number;
  /** The value in the API; null for “None”. */
  value: string | null;
  title: string | null;
  color: string | null;
  key1: string;
  key2: string;
  count: number;
  closed: number;
  overdue: number;
  onTrack: number;
  needsAttention: number;
  atRisk: number;
  withoutUpdate: number;
  startDate: string | null;
  dueDate: string | null;
  lacksStartDate: boolean;
  lacksDueDate: boolean;
  openedIssues: number;
  closedIssues: number;
  openedWeight: number;
  closedWeight: number;
}

export interface LaneWindow {
  limit: number;
  cursor: readonly unknown[] | null;
}

export const laneKeysetOf = (lane: Lane): readonly unknown[] => [
  lane.value === null ? 1 : 0,
  lane.key1,
  lane.key2,
  lane.number,
];

/** Lanes of the first level, and if asked for the first lanes of the second level within each of them. */
export interface LanesOfPage {
  lanes: Lane[];
  below: Lane[] | null;
}

/**
 * One page of lanes of the first level, and one row more where there are more. `below`: how many lanes of the second level are read in the
 * same statement, and one more; null for none.
 */
export async function lanesAfter(
  ctx: Context,
  question: LaneQuestion,
  window: LaneWindow,
  below: number | null,
): Promise<LanesOfPage> {
  // Empty lanes of the second level are read for known lanes of the first.
  const isTogether = below !== null && question.thenBy !== null && !question.hasEmpty;
  const rows = await read(ctx, question, { window, within: null, below: isTogether ? below : null });
  const ofLevel = (level: 1 | 2) => rows.filter((row) => row.level === level);
  return { lanes: ofLevel(1), below: isTogether ? ofLevel(2) : null };
}

/** The first lanes of the second level within each of these of the first, or one page within a single one. */
export function lanesWithin(
  ctx: Context,
  question: LaneQuestion,
  window: LaneWindow,
  within: readonly number[],
): Promise<Lane[]> {
  return read(ctx, question, { window, within, below: null });
}

/** The number of the lane of the first level with this value of the API; -1 if there is none. */
export async function laneNumberOf(ctx: Context, question: LaneQuestion, value: string | null): Promise<number> {
  if (value === null) return 0;
  const { of, listing, by } = question;
  const number = laneSourceOf(by, { ctx, of, order: listing.order }).numberOf(value);
  const { rows } = await sql<{ number: number }>`
    WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}) SELECT coalesce(${number}, -1)::bigint AS number`.execute(
    ctx.db,
  );
  return rows[0]?.number ?? -1;
}

/** `lane_values`: every row with its value on each level, 0 for none. `isNarrow`: as of `laneRows`. */
export function laneValues(question: LaneQuestion, scope: LaneScope, isNarrow = false): RawBuilder<unknown> {
  const { first, second } = sourcesOf(question, scope);
  const joined = ({ column, othersOf, valuesOf }: LaneSource) => othersOf ?? (column ? null : valuesOf);
  const join = (source: LaneSource, alias: string) => {
    const values = joined(source)?.(sql`lane_rows`);
    return values ? sql`LEFT JOIN (${values}) AS ${sql.ref(alias)} ON ${sql.ref(alias)}.id = r.id` : sql``;
  };
  const value = (source: LaneSource, alias: string) =>
    sql`coalesce(${sql.join([...(source.column ? [source.column] : []), ...(joined(source) ? [sql.ref(`${alias}.value`)] : []), sql`0`])})`;
  const [before, rows, more] = isByHealth(question)
    ? [sql`${laneHealth(scope.ctx)},`, sql`lane_health`, sql`, r.shown, ${sumsOf('r')}`]
    : [sql``, sql`lane_rows`, sql``];
  return sql`${before} lane_values AS MATERIALIZED (
      SELECT r.id, r.namespace_id, ${isNarrow ? sql`` : sql`${summedColumns('r')},`}
        ${value(first, 'v1')} AS first, ${second ? value(second, 'v2') : sql`0::bigint`} AS second ${more}
      FROM ${rows} r ${join(first, 'v1')} ${second ? join(second, 'v2') : sql``})`;
}

const isByHealth = ({ by, thenBy }: LaneQuestion): boolean => [by, thenBy].includes('HEALTH');

function sourcesOf({ by, thenBy }: LaneQuestion, scope: LaneScope): { first: LaneSource; second: LaneSource | null } {
  return { first: laneSourceOf(by, scope), second: thenBy && laneSourceOf(thenBy, scope) };
}

type LaneOfLevel = Lane & { level: 1 | 2 };

export interface LaneReading {
  window: LaneWindow;
  /** Reads lanes of the second level within these of the first. */
  within: readonly number[] | null;
  /** Reads both levels. */
  below: number | null;
}

async function read(ctx: Context, question: LaneQuestion, reading: LaneReading): Promise<LaneOfLevel[]> {
  const db = hasOnePlan(ctx, question, reading) ? lookupsOf(ctx.db) : ctx.db;
  const { rows } = await lanesQuery(ctx, question, reading).execute(db);
  return rows;
}

const hasOnePlan = (ctx: Context, { listing, by, thenBy, hasEmpty }: LaneQuestion, { window }: LaneReading): boolean =>
  isReadInOnePlan(ctx, listing, [by, thenBy]) && !hasEmpty && window.cursor === null;

/** The one statement of a page of lanes. */
export function lanesQuery(ctx: Context, question: LaneQuestion, reading: LaneReading): RawBuilder<LaneOfLevel> {
  const { window, within, below } = reading;
  const { of, listing, by, thenBy } = question;
  const scope: LaneScope = { ctx, of, order: listing.order };
  const { first, second } = sourcesOf(question, scope);
  const source = within === null ? first : (second ?? first);
  const [above, value] = within === null ? [sql`0::bigint`, sql`v.first`] : [sql`v.first`, sql`v.second`];
  // Where all lanes are on the page, nothing is looked up for each row.
  const areAll = sql`(SELECT count(*) = (SELECT count(*) FROM page) FROM lanes)`;
  const isOnPage =
    within === null
      ? sql`(${areAll} OR (v.first IN (SELECT page.number FROM page)) IS TRUE)`
      : sql`((v.first, v.second) IN (SELECT page.above, page.number FROM page)) IS TRUE`;
  const isWithin = within === null ? sql`true` : sql`v.first = ANY(${within}::bigint[])`;
  // Nearly every epic may be a parent: there are thousands of lanes, and few rows are on the page.
  const isNarrow = by === 'PARENT' && thenBy === null;
  const empties = question.hasEmpty ? emptyLanes(ctx, question, source, within) : sql``;
  const lanesBelow =
    second && below !== null
      ? sql`UNION ALL SELECT 2 AS level, page.* FROM (
          ${placed(second, sql`SELECT above, number FROM totals WHERE level = 2`, { condition: sql`true`, limit: null })}
        ) AS page WHERE page.place <= ${below + 1}`
      : sql``;
  return sql<LaneOfLevel>`
    ${sql.raw(hasOnePlan(ctx, question, reading) ? '' : plannedForItsValues)} WITH ${laneRows(ctx, question, [by, thenBy], isNarrow)},
    ${laneValues(question, scope, isNarrow)},
    lanes AS (SELECT DISTINCT ${above} AS above, ${value} AS number FROM lane_values v WHERE ${isWithin} ${empties}),
    page AS MATERIALIZED (
      SELECT * FROM (${placed(source, sql`SELECT * FROM lanes`, {
        condition: afterCursor(window.cursor, source.isDescending === true),
        limit: within === null ? window.limit + 1 : null,
      })}) AS page
      WHERE page.place <= ${window.limit + 1}
    ),
    page_rows AS ${pageRows(sql`SELECT v.*, ${above} AS above, ${value} AS number FROM lane_values v WHERE ${isOnPage}`, isNarrow)},
    ${isByHealth(question) ? sql`` : sql`${sumsBelow(ctx, 'page_rows')},`}
    totals AS MATERIALIZED (${totalsOf(question.today, { areBoth: second !== null && below !== null, hasHealth: isByHealth(question) })})
    SELECT page.*, coalesce(totals.count, 0) AS count, coalesce(totals.closed, 0) AS closed,
      coalesce(totals.overdue, 0) AS overdue, coalesce(totals.on_track, 0) AS on_track,
      coalesce(totals.needs_attention, 0) AS needs_attention, coalesce(totals.at_risk, 0) AS at_risk,
      coalesce(totals.without_update, 0) AS without_update, totals.start_date, totals.due_date,
      coalesce(totals.lacks_start_date, false) AS lacks_start_date, coalesce(totals.lacks_due_date, false) AS lacks_due_date,
      coalesce(totals.opened_issues, 0)::bigint AS opened_issues, coalesce(totals.closed_issues, 0)::bigint AS closed_issues,
      coalesce(totals.opened_weight, 0)::bigint AS opened_weight, coalesce(totals.closed_weight, 0)::bigint AS closed_weight
    FROM (SELECT 1 AS level, page.* FROM page ${lanesBelow}) AS page
    LEFT JOIN totals ON totals.level = page.level AND totals.above = page.above AND totals.number = page.number
    ORDER BY page.level, page.above, page.place`;
}

/**
 * Lanes with what describes and orders them; `place`: from 1 within the lane above. `limit`: of lanes that all have the same lane above, the
 * first ones, which takes no sort of all.
 */
function placed(
  { described, describedAmong, isDescending }: LaneSource,
  lanes: RawBuilder<unknown>,
  { condition, limit }: { condition: RawBuilder<SqlBool>; limit: number | null },
): RawBuilder<unknown> {
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const inOrder = sql`(page.number = 0), page.key1 COLLATE "C" ${direction}, page.key2 ${direction}, page.number ${direction}`;
  // All of these belong to a lane: for the full join see `laneHealth`.
  const among = describedAmong?.(sql`SELECT number FROM (${lanes}) AS lanes`);
  const first = limit === null ? sql`` : sql`ORDER BY ${inOrder} LIMIT ${limit}`;
  return sql`SELECT page.above, page.number, page.value, page.title, page.color, page.key1, page.key2,
      row_number() OVER (PARTITION BY page.above ORDER BY ${inOrder}) AS place
    FROM (
      SELECT page.* FROM (
        SELECT lanes.above, lanes.number, d.text AS value, d.title, d.color, coalesce(d.key1, '') AS key1,
          coalesce(d.key2, '') AS key2
        FROM (${lanes}) AS lanes
        ${among ? sql`FULL` : sql`LEFT`} JOIN (${among ?? described}) AS d ON d.value = lanes.number
      ) AS page WHERE ${condition} ${first}
    ) AS page`;
}

function afterCursor(cursor: readonly unknown[] | null, isDescending: boolean): RawBuilder<SqlBool> {
  if (cursor === null) return sql<SqlBool>`true`;
  const [isNone, key1, key2, number] = readCursor(cursor, 'integer', 'text', 'text', 'bigint');
  const comparison = isDescending ? sql`<` : sql`>`;
  const isNoneLane = sql`(page.number = 0)::integer`;
  return sql<SqlBool>`(${isNoneLane} > ${isNone}::integer OR (${isNoneLane} = ${isNone}::integer
    AND (page.key1 COLLATE "C", page.key2, page.number) ${comparison} (${key1}::text COLLATE "C", ${key2}::text, ${number}::bigint)))`;
}

/** The values that a visible epic of these groups has, regardless of the filters: a value that only hidden epics have stays unknown. */
function emptyLanes(
  ctx: Context,
  { listing, by, thenBy }: LaneQuestion,
  source: LaneSource,
  within: readonly number[] | null,
): RawBuilder<unknown> {
  if ((within === null ? by : thenBy) === 'PARENT') return sql``;
  const { ancestor } = listing.filter.is;
  const filter = { is: ancestor ? { ancestor } : {}, not: {}, or: {} };
  const unfiltered: WorkItemListing = { ...listing, filter, search: null };
  const all = sql`(SELECT ${laneColumns} FROM ${matching(ctx, unfiltered, sql<SqlBool>`true`)})`;
  const above = within === null ? sql`unnest('{0}'::bigint[])` : sql`unnest(${within}::bigint[])`;
  const fixed = (within === null ? by : thenBy) === 'HEALTH' ? sql`UNION SELECT generate_series(1, 3)::bigint` : sql``;
  return sql`UNION SELECT aboves.id, every.number FROM ${above} AS aboves (id) CROSS JOIN (
    SELECT coalesce(v.value, 0) AS number FROM ${all} AS a LEFT JOIN (${source.valuesOf(all)}) AS v ON v.id = a.id ${fixed}
  ) AS every`;
}

/**
 * All epics that match, by the lanes that they are in: the numbers of both levels. An epic below a row belongs to the nearest row
 * above it.
 */
export async function epicsByLane(
  ctx: Context,
  question: LaneQuestion,
): Promise<{ above: number; number: number; ids: WorkItemId[] }[]> {
  const { of, listing, by, thenBy } = question;
  const [above, number] = thenBy === null ? [sql`0::bigint`, sql`v.first`] : [sql`v.first`, sql`v.second`];
  const { rows } = await sql<{ above: number; number: number; ids: WorkItemId[] }>`
    ${sql.raw(plannedForItsValues)} WITH ${laneRows(ctx, question, [by, thenBy])},
    ${laneValues(question, { ctx, of, order: listing.order })}
    SELECT ${above} AS above, ${number} AS number, array_agg(m.id) AS ids
    FROM matched m JOIN lane_values v ON v.id = (
      SELECT above.id FROM unnest(m.ancestor_ids || m.id) WITH ORDINALITY AS above (id, place)
      WHERE above.id IN (SELECT id FROM lane_rows) ORDER BY above.place DESC LIMIT 1)
    GROUP BY 1, 2`.execute(ctx.db);
  return rows;
}
