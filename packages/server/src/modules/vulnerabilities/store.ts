import type { UserId, VulnerabilityId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import {
  vulnerabilitySeverities,
  type VulnerabilityLocation,
  type VulnerabilitySeverity,
} from '@milepost/core/security/vulnerabilities';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { defineLoader, type Context } from '../../platform/context.ts';
import { readCursor, type Slice } from '../../platform/cursors.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { Db } from '../../platform/database/tables.ts';
import { containing } from '../../platform/database/violations.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';
import { visibleWorkItems } from '../work-items/policy.ts';
import { projectsWithVulnerabilities } from './policy.ts';
import type { VulnerabilityTable, VulnerabilityTransitionTable } from './table.ts';
import { groupedBy } from './store/grouped.ts';

export type Vulnerability = Selectable<VulnerabilityTable>;
export type VulnerabilityTransition = Selectable<VulnerabilityTransitionTable>;

/** By id without a permission check. */
export const vulnerabilitiesById = defineLoader<VulnerabilityId, Vulnerability>(
  'vulnerabilitiesById',
  async ({ db }, ids) => {
    const rows = await db.selectFrom('vulnerabilities').selectAll().where(isOneOf('id', ids)).execute();
    return new Map(rows.map((row) => [row.id, row]));
  },
);

export function locationOf(row: Vulnerability): VulnerabilityLocation {
  const { locationPath: path, locationLine: line, locationEndLine: endLine, locationSubject: subject } = row;
  return { path, line, endLine, subject };
}

/** Locks the row until the transaction ends; null when it was deleted. */
export async function lockVulnerability(trx: Db, id: VulnerabilityId): Promise<Vulnerability | null> {
  const row = await trx.selectFrom('vulnerabilities').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

/** The transitions of each vulnerability, newest first. */
export const transitionsOf = defineLoader<VulnerabilityId, VulnerabilityTransition[]>(
  'vulnerabilityTransitions',
  async ({ db }, ids) => {
    const rows = await db
      .selectFrom('vulnerabilityTransitions')
      .selectAll()
      .where(isOneOf('vulnerabilityId', ids))
      .orderBy('id', 'desc')
      .execute();
    return groupedBy(rows, ({ vulnerabilityId }) => vulnerabilityId);
  },
);

/** Saves a change of state and its transition. */
export async function saveTransition(
  trx: Db,
  transition: Pick<
    VulnerabilityTransition,
    'vulnerabilityId' | 'fromState' | 'toState' | 'comment' | 'dismissalReason'
  >,
  authorId: UserId | null,
): Promise<Vulnerability> {
  const { vulnerabilityId, toState } = transition;
  await trx
    .insertInto('vulnerabilityTransitions')
    .values({ ...transition, authorId })
    .execute();
  const by = (state: string, columns: { at: string; by: string }) =>
    toState === state
      ? { [columns.at]: sql`now()`, [columns.by]: authorId }
      : { [columns.at]: null, [columns.by]: null };
  return trx
    .updateTable('vulnerabilities')
    .set({
      state: toState,
      updatedAt: sql`now()`,
      ...by('confirmed', { at: 'confirmedAt', by: 'confirmedById' }),
      ...by('resolved', { at: 'resolvedAt', by: 'resolvedById' }),
      ...by('dismissed', { at: 'dismissedAt', by: 'dismissedById' }),
    })
    .where('id', '=', vulnerabilityId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface VulnerabilityFilter {
  states?: readonly string[];
  severities?: readonly string[];
  reportTypes?: readonly string[];
  scanners?: readonly string[];
  hasIssues?: boolean;
  /** Whether the latest scans no longer contain it. */
  hasResolution?: boolean;
  search?: string;
}

export const vulnerabilitySorts = ['severity_desc', 'severity_asc', 'detected_desc', 'detected_asc'] as const;
export type VulnerabilitySort = (typeof vulnerabilitySorts)[number];

interface VulnerabilityListing {
  filter: VulnerabilityFilter;
  sort: VulnerabilitySort;
  slice: Slice;
  /** Rows to skip, for numbered pages. */
  offset?: number;
}

/** One page of a project, or of the projects below a group whose vulnerabilities the viewer may see. */
export async function vulnerabilitiesOnPage(
  ctx: Context,
  namespace: Namespace,
  { filter, sort, slice, offset = 0 }: VulnerabilityListing,
): Promise<{ row: Vulnerability; cursor: readonly unknown[] }[]> {
  const isSeverity = sort.startsWith('severity');
  // Timestamps of a cursor keep their microseconds as text.
  const key = isSeverity ? sql<unknown>`v.severity_rank` : sql<unknown>`v.detected_at`;
  const isDescending = sort.endsWith('desc') !== slice.isBackward;
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<Vulnerability & { sortKey: unknown }>`
    SELECT v.*, ${isSeverity ? key : sql`${key}::text`} AS sort_key FROM vulnerabilities v
    WHERE ${within(ctx, namespace)} AND ${matching(ctx.viewer, filter)} AND ${past(slice.cursor, { isSeverity, isDescending, key })}
    ORDER BY ${key} ${direction}, v.id ${direction} LIMIT ${slice.limit + 1} OFFSET ${offset}`.execute(ctx.db);
  return rows.map(({ sortKey, ...row }) => ({ row, cursor: [sortKey, row.id] }));
}

function past(
  cursor: readonly unknown[] | null,
  { isSeverity, isDescending, key }: { isSeverity: boolean; isDescending: boolean; key: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  if (cursor === null) return sql<SqlBool>`true`;
  const [value, id] = readCursor(cursor, isSeverity ? 'integer' : 'timestamptz', 'bigint');
  const type = isSeverity ? sql`smallint` : sql`timestamptz`;
  const compared = isDescending ? sql`<` : sql`>`;
  return sql<SqlBool>`(${key}, v.id) ${compared} (CAST(${value} AS ${type}), CAST(${id} AS bigint))`;
}

export async function countVulnerabilities(
  ctx: Context,
  namespace: Namespace,
  filter: VulnerabilityFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM vulnerabilities v WHERE ${within(ctx, namespace)} AND ${matching(ctx.viewer, filter)}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

/** The numbers of vulnerabilities that match the filter, by severity. */
export async function severityCounts(
  ctx: Context,
  namespace: Namespace,
  filter: VulnerabilityFilter,
): Promise<Record<VulnerabilitySeverity, number>> {
  const { rows } = await sql<{ severity: VulnerabilitySeverity; count: number }>`
    SELECT v.severity, count(*)::int AS count FROM vulnerabilities v
    WHERE ${within(ctx, namespace)} AND ${matching(ctx.viewer, filter)} GROUP BY v.severity`.execute(ctx.db);
  const counts = Object.fromEntries(vulnerabilitySeverities.map((severity) => [severity, 0]));
  for (const { severity, count } of rows) counts[severity] = count;
  return counts as Record<VulnerabilitySeverity, number>;
}

/** Names of scanners that have sent findings, for suggestions; 100 at most. */
export async function scannersOf(ctx: Context, namespace: Namespace): Promise<string[]> {
  const { rows } = await sql<{ scanner: string }>`
    SELECT DISTINCT v.scanner FROM vulnerabilities v WHERE ${within(ctx, namespace)} ORDER BY v.scanner LIMIT 100`.execute(
    ctx.db,
  );
  return rows.map(({ scanner }) => scanner);
}

/** Whether a report was ever sent, with findings or without. */
export async function hasScans(ctx: Context, namespace: Namespace): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM vulnerability_scans v WHERE ${within(ctx, namespace)} LIMIT 1`.execute(ctx.db);
  return rows.length > 0;
}

function within({ viewer }: Context, { kind, id, scope }: Namespace): RawBuilder<SqlBool> {
  const isOfProject = kind === 'project' ? sql<SqlBool>`n.id = ${id}` : namespacesBelow(scope.traversalIds);
  return sql<SqlBool>`v.project_id = ANY(ARRAY(
    SELECT n.id FROM namespaces n WHERE n.kind = 'project' AND ${isOfProject} AND ${projectsWithVulnerabilities(viewer)}))`;
}

function matching(viewer: Viewer, filter: VulnerabilityFilter): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [];
  const oneOf = (column: string, values: readonly string[] | undefined): void => {
    if (values && values.length > 0) conditions.push(sql<SqlBool>`${sql.ref(`v.${column}`)} = ANY(${values}::text[])`);
  };
  oneOf('state', filter.states);
  oneOf('severity', filter.severities);
  oneOf('report_type', filter.reportTypes);
  oneOf('scanner', filter.scanners);
  if (filter.hasIssues !== undefined) {
    const isLinked = sql<SqlBool>`EXISTS (SELECT FROM vulnerability_issue_links l JOIN work_items w ON w.id = l.work_item_id
      JOIN namespaces home ON home.id = w.namespace_id
      WHERE l.vulnerability_id = v.id AND ${visibleWorkItems(viewer, 'w', 'home')})`;
    conditions.push(filter.hasIssues ? isLinked : sql<SqlBool>`NOT ${isLinked}`);
  }
  if (filter.hasResolution !== undefined) conditions.push(sql<SqlBool>`v.is_missing = ${filter.hasResolution}`);
  if (filter.search) {
    const text = containing(filter.search);
    conditions.push(
      sql<SqlBool>`(v.title ILIKE ${text} OR v.description ILIKE ${text} OR v.location_path ILIKE ${text} OR v.location_subject ILIKE ${text})`,
    );
  }
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

/** Whether the viewer may read vulnerabilities of any project below a group. */
export async function readsBelow(ctx: Context, { scope }: Namespace): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM namespaces n WHERE n.kind = 'project' AND ${namespacesBelow(scope.traversalIds)}
    AND ${projectsWithVulnerabilities(ctx.viewer)} LIMIT 1`.execute(ctx.db);
  return rows.length > 0;
}
