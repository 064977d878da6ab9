import type { NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import { NotFoundError } from '@milepost/core/errors';
import type { NamespaceScope, Visibility } from '@milepost/core/roles';
import { selectFieldNames } from '@milepost/core/fields/select-fields';
import { hasFeature, type WithFeatures } from '@milepost/core/settings/features';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type SqlBool } from 'kysely';
import { defineLoader, defineRowsLoader, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';
import type { NamespaceKind } from '../namespaces/table.ts';
import { workItemPolicy, type GuardedWorkItem, visibleWorkItems } from './policy.ts';
import type { WorkItemRow } from './table.ts';
import type { ProjectFigures } from '../namespaces/sockets.ts';

type TextColumn = 'description' | 'descriptionHtml';
type HeadColumn = 'serviceDeskReplyTo' | 'meetingUrl' | 'publishedUrl';
type SortColumn =
  | 'recordedSince'
  | 'startDateAscending'
  | 'startDateDescending'
  | 'dueDateAscending'
  | 'dueDateDescending';

/**
 * A work item as rooms and edges use it: its row and its namespace. Descriptions are long and lists rarely show them,
 * so they have a loader of their own: `descriptionsById`.
 */
export interface WorkItem extends Omit<WorkItemRow, TextColumn | HeadColumn | SortColumn>, GuardedWorkItem {
  namespacePath: string;
  namespaceKind: NamespaceKind;
  /** The timeframe of the list that contains it. */
  listTimeframe?: Timeframe;
}

/** Days, inclusive. */
export interface Timeframe {
  start: string;
  end: string;
}

/** One SQL text, because building fifty separate columns took longer than running the statement. */
const columns = `w.id, w.root_id, w.namespace_id, w.iid, w.type, w.title, w.state, w.status_id, w.is_confidential, w.is_hidden, w.is_discussion_locked,
  w.is_imported, w.author_id, w.closed_by_id, w.updated_by_id, w.last_edited_by_id, w.created_at, w.updated_at, w.closed_at,
  w.last_edited_at, w.lock_version, w.start_date, w.due_date, w.start_date_is_fixed, w.due_date_is_fixed, w.start_date_fixed,
  w.due_date_fixed, w.start_date_sourcing_work_item_id, w.due_date_sourcing_work_item_id, w.start_date_sourcing_milestone_id,
  w.due_date_sourcing_milestone_id, w.milestone_id, w.iteration_id, w.weight, w.health_status, w.severity, ${selectFieldNames.map((name) => `w.${name}`).join(', ')}, w.color, w.time_estimate,
  w.task_count, w.task_completed_count, w.parent_id, w.ancestor_ids, w.relative_position, w.duplicated_to_id, w.moved_to_id,
  w.promoted_to_id, n.traversal_ids, n.visibility, n.full_path AS namespace_path, n.kind AS namespace_kind,
  n.archived_at IS NOT NULL OR n.transfer_started_at IS NOT NULL AS is_archived, n.transfer_started_at IS NOT NULL AS is_transferring,
  n.deleted_at IS NOT NULL AS is_deleted, n.disabled_features,
  CASE WHEN w.is_confidential THEN ARRAY(SELECT a.user_id FROM work_item_assignees a WHERE a.work_item_id = w.id) ELSE '{}' END`;

/** The base of statements that loaders read together, which need no typed builder: add conditions. */
const selectedItems = sql.raw(
  `SELECT ${columns} AS confidant_ids FROM work_items w JOIN namespaces n ON n.id = w.namespace_id`,
);

/** The base of every read of work items: add conditions and order, then `execute` and `workItemOf`. */
export function selectWorkItems(db: Db) {
  return db
    .selectFrom('workItems as w')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .select(sql.raw<UserId[]>(columns).as('confidantIds'))
    .$castTo<SelectedWorkItem>();
}

export interface SelectedWorkItem extends Omit<WorkItem, 'scope'>, WithFeatures {
  traversalIds: NamespaceId[];
  visibility: Visibility;
  isDeleted: boolean;
  isTransferring: boolean;
}

/** Adds the scope to a selected row. Mutates it, because copying such wide rows took a tenth of the server's time. */
export function workItemOf<Row extends SelectedWorkItem>(row: Row): Row & WorkItem {
  const { namespaceId, traversalIds, visibility, isDeleted, isTransferring, disabledFeatures } = row;
  const scope = {
    namespaceId,
    traversalIds,
    visibility,
    isDeleted,
    isTransferring,
    disabledFeatures,
  } satisfies NamespaceScope;
  return Object.assign(row, { scope });
}

/** As `workItemOf`, without the values of features that are switched off, which stay in the database. For readers. */
export function shownWorkItemOf<Row extends SelectedWorkItem>(row: Row): Row & WorkItem {
  if (!hasFeature(row, 'health_status')) row.healthStatus = null;
  if (!hasFeature(row, 'iterations')) row.iterationId = null;
  return workItemOf(row);
}

/** Reads by id without a permission check: see `workItemPolicy.read` and `visibleWorkItem`. */
export const workItemsById = defineRowsLoader<WorkItemId, SelectedWorkItem, WorkItem>('workItemsById', {
  rows: (_ctx, ids) => sql`${selectedItems} WHERE ${isOneOf('w.id', ids)}`,
  collect: (rows) => new Map(rows.map((row) => [row.id, shownWorkItemOf(row)])),
});

export interface Description {
  description: string;
  descriptionHtml: string;
}

export const descriptionsById = defineRowsLoader<WorkItemId, Description & { id: WorkItemId }, Description>(
  'descriptionsById',
  {
    rows: (_ctx, ids) => sql`SELECT id, description, description_html FROM work_items WHERE ${isOneOf('id', ids)}`,
    collect: (rows) => new Map(rows.map(({ id, ...texts }) => [id, texts])),
  },
);

/** The item of this id, or null when there is none that the viewer may read. */
export async function visibleWorkItem(ctx: Context, id: WorkItemId | null): Promise<WorkItem | null> {
  const found = id === null ? null : await ctx.load(workItemsById, id);
  return found && ctx.can(workItemPolicy.read, found) ? found : null;
}

/** Those of these ids that the viewer may read, in the order of the ids. */
export async function visibleWorkItemsOf(ctx: Context, ids: readonly WorkItemId[]): Promise<WorkItem[]> {
  const found = await ctx.loadMany(workItemsById, ids);
  return found.filter((item) => ctx.can(workItemPolicy.read, item));
}

/** A work item by its number in a group or project: the key of a loader. */
const workItemsByIid = defineRowsLoader<string, SelectedWorkItem, WorkItem>('workItemsByIid', {
  rows: (_ctx, keys) => {
    const pairs = keys.map((key) => key.split('/').map(Number));
    const [only] = pairs;
    const wanted =
      pairs.length === 1 && only
        ? // One plan for all executions: see `isOneOf`.
          sql<SqlBool>`w.namespace_id = ${only[0]}::bigint AND w.iid = ${only[1]}::integer`
        : sql<SqlBool>`(w.namespace_id, w.iid) IN (
          SELECT * FROM unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, iid]) => iid)}::integer[]))`;
    return sql`${selectedItems} WHERE ${wanted}`;
  },
  collect: (rows, _keys, ctx) => itemsByKey(ctx, rows, (item) => itemKey(item.namespaceId, item.iid)),
});

/** As `workItemsByIid`, by the lower-case full path of the namespace: `group/project/12`. */
const workItemsByPath = defineRowsLoader<string, SelectedWorkItem, WorkItem>('workItemsByPath', {
  rows: (_ctx, keys) => {
    const paths = keys.map((key) => key.slice(0, key.lastIndexOf('/')));
    const iids = keys.map((key) => Number(key.slice(key.lastIndexOf('/') + 1)));
    const wanted =
      keys.length === 1
        ? sql<SqlBool>`lower(n.full_path) = ${paths[0]}::text AND w.iid = ${iids[0]}::integer`
        : sql<SqlBool>`(lower(n.full_path), w.iid) IN (SELECT * FROM unnest(${paths}::text[], ${iids}::integer[]))`;
    return sql`${selectedItems} WHERE ${wanted}`;
  },
  collect: (rows, _keys, ctx) => {
    const found = itemsByKey(ctx, rows, (item) => itemKey(item.namespacePath.toLowerCase(), item.iid));
    for (const item of found.values()) ctx.prime(workItemsByIid, itemKey(item.namespaceId, item.iid), item);
    return found;
  },
});

/** The items of rows by a key, which later lookups by id find as well. */
function itemsByKey(
  ctx: Context,
  rows: readonly SelectedWorkItem[],
  keyOf: (item: WorkItem) => string,
): Map<string, WorkItem> {
  const items = rows.map(shownWorkItemOf);
  for (const item of items) ctx.prime(workItemsById, item.id, item);
  return new Map(items.map((item) => [keyOf(item), item]));
}

const isIid = (iid: string | number) => /^[1-9]\d{0,9}$/.test(String(iid)) && Number(iid) <= 2_147_483_647;

const itemKey = (namespace: NamespaceId | string, iid: string | number) => `${namespace}/${iid}`;

/** The name in messages and error bodies: an incident or a task is an issue too. */
export function nameOfType(type: WorkItemType): 'Epic' | 'Issue' {
  return type === 'epic' ? 'Epic' : 'Issue';
}

function typeNameOf(types: readonly WorkItemType[] | undefined): string {
  const [first] = types ?? [];
  return first ? nameOfType(first) : 'Work item';
}

export interface WorkItemAddress {
  namespace: { id: NamespaceId };
  /** A whole number as text or number; anything else is not found. */
  iid: string | number;
  /** Omit for any type. */
  types?: readonly WorkItemType[];
}

/** All types that are published as issues. */
export const issueTypes = ['issue', 'incident', 'task'] as const satisfies readonly WorkItemType[];

/**
 * Begins to read the item of a path with numbers, so that one statement reads it and its group or project. The caller then finds
 * both, with their permission checks.
 */
export function prefetchWorkItemAt(ctx: Context, namespaceKey = '', iid = ''): void {
  if (/^[1-9]\d{0,14}$/.test(namespaceKey) && isIid(iid)) {
    ctx.load(workItemsByIid, `${namespaceKey}/${iid}`).catch(() => {});
  }
}

/** As `prefetchWorkItemAt`, by the full path of the group or project. */
export function prefetchWorkItemAtPath(ctx: Context, fullPath: string, iid: string | number): void {
  if (isIid(iid)) ctx.load(workItemsByPath, itemKey(fullPath.toLowerCase(), iid)).catch(() => {});
}

/** The item with this number, or null when there is none that the viewer may read. */
export async function visibleWorkItemAt(ctx: Context, address: WorkItemAddress): Promise<WorkItem | null> {
  if (!isIid(address.iid)) return null;
  const found = await ctx.load(workItemsByIid, itemKey(address.namespace.id, address.iid));
  if (!found || (address.types && !address.types.includes(found.type))) return null;
  return ctx.can(workItemPolicy.read, found) ? found : null;
}

/** The item with this number. Throws NotFoundError ("Epic", "Issue") when there is none that the viewer may read. */
export async function findVisibleWorkItem(ctx: Context, address: WorkItemAddress): Promise<WorkItem> {
  const found = await visibleWorkItemAt(ctx, address);
  if (!found) throw new NotFoundError(typeNameOf(address.types));
  return found;
}

/** By id. Throws NotFoundError ("Epic", "Issue") when there is none of these types that the viewer may read. */
export async function findVisibleWorkItemById(
  ctx: Context,
  id: WorkItemId,
  types?: readonly WorkItemType[],
): Promise<WorkItem> {
  const found = await visibleWorkItem(ctx, id);
  if (!found || (types && !types.includes(found.type))) {
    throw new NotFoundError(typeNameOf(types));
  }
  return found;
}

/** Whether the viewer is a planner in this group or project, or in anything below it. */
export async function plansWithin({ db, viewer }: Context, namespace: InNamespace): Promise<boolean> {
  if (!isOpen(namespace)) return false;
  if (viewer.atLeast('planner', namespace.scope)) return true;
  const ids = viewer.namespacesWith('planner');
  if (ids.length === 0) return false;
  const { rows } = await sql`
    SELECT FROM namespaces WHERE id = ANY(${ids}::bigint[]) AND ${namespace.scope.namespaceId} = ANY(traversal_ids) LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The number of visible open items in each project: one statement for a page of projects. */
export const figuresOfProject = defineLoader<NamespaceId, ProjectFigures>('figuresOfProject', async (ctx, ids) => {
  const { rows } = await sql<{ namespaceId: NamespaceId; openIssues: number }>`
    SELECT w.namespace_id, count(*)::int AS open_issues
    FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
    WHERE w.namespace_id = ANY(${ids}::bigint[]) AND w.type <> 'epic' AND w.state = 'opened' AND ${visibleWorkItems(ctx.viewer)}
    GROUP BY w.namespace_id`.execute(ctx.db);
  const figures = new Map<NamespaceId, ProjectFigures>(ids.map((id) => [id, { openIssues: 0 }]));
  for (const { namespaceId, openIssues } of rows) figures.set(namespaceId, { openIssues });
  return figures;
});
