import type { NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { IssuePhase, IssueWalk } from '../sockets.ts';
import { expensiveConditions, statesOf, visibleOnWalk, type WorkItemListing } from './list-conditions.ts';
import { columnsAfterCursor, keyColumnsOf, orderOf, readListCursor } from './orders.ts';

/** Maximum number of issues to check on a walk along rows beside them: those also lead to the issues of the other state. Tests lower it. */
export const walkBeside = { most: 20_000 };

/** As above, for one phase, in which an issue with several labels counts several times. */
const mostInPhase = (): number => 2 * walkBeside.most;

/** The part of a list to read. */
export interface Window {
  limit: number;
  offset: number;
  cursor: readonly unknown[] | null;
  /** Reads the list in reverse order, in which undated items come first. */
  isBackward: boolean;
}

export const isDownwards = ({ order }: WorkItemListing, { isBackward }: Window): boolean =>
  order.isDescending !== isBackward;

/** The definitions of the relation `met` (the ids and keys of a page), and whether the page is complete. */
interface Met {
  met: RawBuilder<unknown>;
  isEnough: RawBuilder<SqlBool>;
}

/**
 * The first matching issues of a top-level group in an order with phases, null for any other order. PostgreSQL reads a phase only as far
 * as the page needs, and only if those before it were read to their end; if one is longer than `mostInPhase`, the page is incomplete.
 */
export function metInPhases(ctx: Context, listing: WorkItemListing, window: Window): Met | null {
  const { phases } = orderOf(listing.order, ctx.viewer);
  const rootId = listing.scope?.of.rootId;
  if (!phases || rootId === undefined) return null;
  const columns = keyColumnsOf(listing.order, ctx.viewer);
  const inOrder = (alias: string) => columns.inOrder(isDownwards(listing, window), alias);
  const isMet = allOf([
    visibleOnWalk(ctx, listing),
    ...expensiveConditions(ctx, { ...listing, isWalk: true }),
    sql<SqlBool>`w.type <> 'epic' AND w.state = ANY(${statesOf(listing)}::text[])`,
  ]);
  const inListOrder = phases(walkOf(ctx, listing, window, rootId));
  const parts = (window.isBackward ? inListOrder.toReversed() : inListOrder).map((phase, at, all) => {
    const near = sql.id(`near_${at + 1}`);
    // Issues are looked up one by one (OFFSET 0), in the order that each phase has already: it is repeated so that the planner knows it.
    return sql`
      ${near} AS MATERIALIZED (SELECT * FROM (${phase.nearest}) AS near WHERE ${isNeeded(all.slice(0, at), window)} ${inOrder('near')}),
      ${sql.id(`met_${at + 1}`)} AS MATERIALIZED (
        SELECT near.id, ${columns.of('near')} FROM ${near} AS near
        CROSS JOIN LATERAL (SELECT FROM work_items w WHERE w.id = near.id AND ${isMet} AND ${phase.isIn ?? sql<SqlBool>`true`} OFFSET 0) AS w
        ${inOrder('near')} LIMIT ${window.limit}
      )`;
  });
  const all = sql.join(
    parts.map((_, at) => sql`SELECT * FROM ${sql.id(`met_${at + 1}`)}`),
    sql` UNION ALL `,
  );
  const areComplete = allOf(inListOrder.map((_, at) => isRead(at)));
  return {
    met: sql`${sql.join(parts)},
      met AS MATERIALIZED (SELECT * FROM (${all}) AS near ${inOrder('near')} LIMIT ${window.limit})`,
    isEnough: sql<SqlBool>`((SELECT count(*) FROM met) >= ${window.limit} OR (${areComplete}))`,
  };
}

/** Whether a phase was read to its end. */
function isRead(at: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(SELECT count(*) FROM ${sql.id(`near_${at + 1}`)}) < ${mostInPhase()}`;
}

function isNeeded(before: readonly IssuePhase[], { limit }: Window): RawBuilder<SqlBool> {
  if (before.length === 0) return sql<SqlBool>`true`;
  const counts = before.map((_, at) => sql`(SELECT count(*) FROM ${sql.id(`met_${at + 1}`)})`);
  return allOf([sql<SqlBool>`${sql.join(counts, sql` + `)} < ${limit}`, ...before.map((_, at) => isRead(at))]);
}

function walkOf({ viewer }: Context, listing: WorkItemListing, window: Window, rootId: NamespaceId): IssueWalk {
  const { order } = listing;
  const downwards = isDownwards(listing, window);
  return {
    rootId,
    namespaces: sql`(SELECT n.id FROM namespaces n WHERE ${namespacesBelow([rootId])})`,
    states: statesOf(listing),
    isDownwards: downwards,
    after: window.cursor && readListCursor(order, viewer, window.cursor),
    isAfter: columnsAfterCursor(order, viewer, downwards, window.cursor, 'near'),
    end: sql`${keyColumnsOf(order, viewer).inOrder(downwards, 'near')} LIMIT ${mostInPhase()}`,
    most: mostInPhase(),
  };
}

/** The last phase of many orders: issues without a value, whose keys are these, by their ids. */
export function withoutValue(
  walk: IssueWalk,
  missing: readonly RawBuilder<unknown>[],
  isIn: RawBuilder<SqlBool>,
): IssuePhase {
  const direction = walk.isDownwards ? sql`DESC` : sql`ASC`;
  const columns = missing.map((key, at) => sql`${key} AS ${sql.id(at === 0 ? 'key' : `tie_${at}`)}`);
  return {
    nearest: sql`SELECT w.id, ${sql.join(columns)} FROM work_items w
      WHERE w.type <> 'epic' AND ${inRootOf(walk)} AND w.state = ANY(${walk.states}::text[]) AND ${isAfterMissing(walk, missing)}
      ORDER BY w.id ${direction} LIMIT ${walk.most}`,
    isIn,
  };
}

const inRootOf = ({ rootId }: IssueWalk) => sql<SqlBool>`w.root_id = ${rootId}`;

/** Key by key instead of as a row: the planner then knows what is compared, and only ids remain. */
function isAfterMissing(
  { after, isDownwards: downwards }: IssueWalk,
  missing: readonly RawBuilder<unknown>[],
): RawBuilder<SqlBool> {
  if (after === null) return sql<SqlBool>`true`;
  const comparison = downwards ? sql`<` : sql`>`;
  return missing.reduceRight<RawBuilder<SqlBool>>(
    (rest, key, at) => {
      const value = after.keys[at] ?? sql`NULL`;
      return sql<SqlBool>`(${key} ${comparison} ${value} OR (${key} = ${value} AND ${rest}))`;
    },
    sql<SqlBool>`w.id ${comparison} ${after.id}`,
  );
}

/**
 * The condition that starts a walk within one step at the id where it was left: `id` is a column, and `isThere` says whether the step is the
 * one of the cursor. An index finds the start.
 */
export function afterIdIf(
  { after, isDownwards: downwards }: IssueWalk,
  isThere: (keys: readonly RawBuilder<unknown>[]) => RawBuilder<SqlBool>,
  id: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (after === null) return sql<SqlBool>`true`;
  const start = sql`CASE WHEN ${isThere(after.keys)} THEN ${after.id}`;
  return downwards
    ? sql<SqlBool>`${id} < ${start} ELSE 9223372036854775807 END`
    : sql<SqlBool>`${id} > ${start} ELSE 0 END`;
}
