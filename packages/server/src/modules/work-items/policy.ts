import { audiences, type Audience } from '@milepost/core/hierarchy';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { NamespaceScope, Viewer } from '@milepost/core/roles';
import { hasFeature } from '@milepost/core/settings/features';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Policy } from '../../platform/context.ts';
import {
  hasFeatureIn,
  insiderNamespaces,
  isOpen as isOpenNamespace,
  unlessInDeleted,
  visibleNamespaces,
  whereSwitchedOff,
  type InNamespace,
} from '../namespaces/policy.ts';

/** The input of policies about a work item. */
export interface GuardedWorkItem {
  type: WorkItemType;
  isConfidential: boolean;
  /** Its author was banned, or it was marked as spam: visible to administrators only. */
  isHidden: boolean;
  authorId: UserId | null;
  /** The assignees of a confidential item, who may read it. Empty for any other. */
  confidantIds: readonly UserId[];
  scope: NamespaceScope;
  /** Whether its group or project is archived or being transferred, and thus read-only. */
  isArchived: boolean;
}

export const workItemPolicy = {
  read: mayRead,
  /** Title, description and state: for planners and the author. */
  update: (viewer, item) => isOpen(item) && mayRead(viewer, item) && (plans(viewer, item) || isTheirs(viewer, item)),
  /** All other fields: labels, dates, assignees, weight, parent, position. */
  plan: (viewer, item) => isOpen(item) && plans(viewer, item),
  comment: (viewer, item) => isOpen(item) && viewer.isSignedIn && mayRead(viewer, item),
  /** Read the full e-mail address of an external author. */
  readAddress: (viewer, item) => viewer.atLeast('reporter', item.scope),
  /** Mark it as spam, and revert that. */
  reportSpam: (viewer) => viewer.isAdmin,
  /** Delete: owners, and members for their own items. */
  destroy: (viewer, item) =>
    isOpen(item) &&
    (viewer.atLeast('owner', item.scope) || (isTheirs(viewer, item) && viewer.atLeast('guest', item.scope))),
} satisfies Policy<GuardedWorkItem>;

/** Additional permissions of assignees. */
export const assigneePolicy = {
  changeState: (viewer, item) =>
    workItemPolicy.update(viewer, item) ||
    (item.isAssigned && viewer.isSignedIn && isOpen(item) && mayRead(viewer, item)),
} satisfies Policy<GuardedWorkItem & { isAssigned: boolean }>;

/** Permissions to create items in a group or project. */
export const namespaceWorkItemPolicy = {
  createEpic: (viewer, group) => isOpenNamespace(group) && viewer.atLeast('planner', group.scope),
  /** Issues can be created by every signed-in reader of a public or internal project, and by every member of a private one. */
  createIssue: (viewer, project) =>
    isOpenNamespace(project) &&
    hasFeature(project.scope, 'issues') &&
    viewer.isSignedIn &&
    viewer.canSee(project.scope),
  /** Labels, dates, assignees and similar fields of a new item. */
  describe: (viewer, namespace) => isOpenNamespace(namespace) && viewer.atLeast('guest', namespace.scope),
} satisfies Policy<InNamespace>;

function mayRead(viewer: Viewer, item: GuardedWorkItem): boolean {
  // Items of projects are issues, incidents or tasks; epics belong to groups.
  if (!hasFeature(item.scope, 'issues')) return false;
  if (!viewer.canSee(item.scope) || isWithheld(viewer, item)) return false;
  return !item.isConfidential || isInsider(viewer, item);
}

/** Hidden content is visible to administrators only, not even to its author. Applies to items and notes. */
export function isWithheld(viewer: Viewer, { isHidden }: { isHidden: boolean }): boolean {
  return isHidden && !viewer.isAdmin;
}

/** Whether a viewer sees the confidential items of everyone in a namespace and below. */
export function seesConfidential(viewer: Viewer, scope: NamespaceScope): boolean {
  return viewer.isAdmin || viewer.atLeast('planner', scope);
}

function isInsider(viewer: Viewer, item: GuardedWorkItem): boolean {
  return (
    viewer.atLeast('planner', item.scope) ||
    viewer.is(item.authorId) ||
    item.confidantIds.some((userId) => viewer.is(userId))
  );
}

/** The narrowest audience of the viewer in a namespace: they see the roll-ups of that audience and of all wider ones. */
export function audienceOf(viewer: Viewer, scope: Pick<NamespaceScope, 'traversalIds'>): Audience {
  if (viewer.isAdmin) return audiences.administrators;
  if (viewer.atLeast('planner', scope)) return audiences.insiders;
  if (viewer.atLeast('guest', scope)) return audiences.members;
  return viewer.isSignedIn ? audiences.signedIn : audiences.everyone;
}

/**
 * The narrowest audience whose items the viewer may all read in a tree (`rootId`; null for all visible namespaces): items of that or a
 * wider audience need no further check. 0 if not even all public items are readable.
 */
export function certainAudience(viewer: Viewer, rootId: NamespaceId | null): Audience | 0 {
  // A public link shows one part of its tree only.
  if (viewer.linkedTo !== null) return viewer.linkedTo === rootId ? audiences.members : 0;
  const traversalIds = rootId === null ? [] : [rootId];
  return audienceOf(viewer, { traversalIds });
}

/**
 * Whether viewers of an audience just lost access to items of a top-level group that are still counted in the sums for them: see
 * `audience_moves`, which is nearly always empty and read once per statement.
 */
export function isLosingSums(audience: Audience, rootId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`((${rootId} IN (
    SELECT moved.root_id FROM audience_moves counted JOIN namespaces moved ON moved.id = counted.namespace_id
    WHERE counted.audience <= ${sql.lit(audience)} AND work_item_audience(false, moved.visibility) > ${sql.lit(audience)})) IS TRUE)`;
}

function plans(viewer: Viewer, item: GuardedWorkItem): boolean {
  return viewer.atLeast('planner', item.scope);
}

function isTheirs(viewer: Viewer, item: GuardedWorkItem): boolean {
  return viewer.is(item.authorId);
}

function isOpen(item: GuardedWorkItem): boolean {
  return !item.isArchived;
}

/**
 * The SQL of `workItemPolicy.read` over a row of `work_items` (alias `w`) joined with its namespace (alias `n`). Lists that
 * have already filtered the namespaces use `unlessWithheld` alone.
 */
export function visibleWorkItems(viewer: Viewer, alias = 'w', namespaceAlias = 'n'): RawBuilder<SqlBool> {
  const hasIssues = hasFeatureIn('issues', namespaceAlias);
  if (viewer.isAdmin) return hasIssues;
  return sql<SqlBool>`(${hasIssues} AND ${visibleNamespaces(viewer, namespaceAlias)} AND ${unlessWithheld(viewer, insiderNamespaces(viewer, namespaceAlias), alias)})`;
}

/** A group's epic by its number. */
export interface EpicAddress {
  groupId: NamespaceId;
  rootId: NamespaceId;
  iid: number;
}

/** The id of an epic, as a subquery; NULL for one that the viewer may not see. */
export function visibleEpicAt(viewer: Viewer, { groupId, iid }: EpicAddress): RawBuilder<unknown> {
  return sql`(SELECT p.id FROM work_items p JOIN namespaces pn ON pn.id = p.namespace_id
    WHERE p.namespace_id = ${groupId} AND p.iid = ${iid} AND p.type = 'epic' AND ${visibleWorkItems(viewer, 'p', 'pn')})`;
}

/**
 * As `visibleWorkItems`, for many rows of one tree without joining their namespaces: their role in the tree decides for most items,
 * without a lookup in large sets; for others namespaces are looked up in sets computed once per statement.
 */
export function visibleInTree(viewer: Viewer, rootId: NamespaceId | null, alias: string): RawBuilder<SqlBool> {
  const hasIssues = sql<SqlBool>`(NOT ${whereSwitchedOff('issues', alias)})`;
  if (viewer.isAdmin) return hasIssues;
  const isInsider = livesIn(alias, insiderNamespaces(viewer, 'home'));
  return sql<SqlBool>`(${hasIssues} AND (${certainlyVisible(viewer, rootId, alias)}
    OR (${livesIn(alias, visibleNamespaces(viewer, 'home'))} AND ${unlessWithheld(viewer, isInsider, alias)})))`;
}

/** As `visibleWorkItems`, for many rows without joining their namespaces, which are looked up in sets computed once per statement. */
export function visibleAmongMany(viewer: Viewer, alias: string): RawBuilder<SqlBool> {
  const hasIssues = hasFeatureIn('issues', 'home');
  if (viewer.isAdmin) return livesIn(alias, hasIssues);
  const isVisible = livesIn(alias, sql<SqlBool>`(${hasIssues} AND ${visibleNamespaces(viewer, 'home')})`);
  return sql<SqlBool>`(${isVisible} AND ${unlessWithheld(viewer, livesIn(alias, insiderNamespaces(viewer, 'home')), alias)})`;
}

function certainlyVisible(viewer: Viewer, rootId: NamespaceId | null, alias: string): RawBuilder<SqlBool> {
  const certain = certainAudience(viewer, rootId);
  if (certain < audiences.members) return sql<SqlBool>`false`;
  const isOpenToThem = certain === audiences.insiders ? sql`` : sql`NOT ${sql.ref(`${alias}.is_confidential`)} AND`;
  return sql<SqlBool>`(${isOpenToThem} ${unlessHidden(alias)} AND ${unlessInDeleted(viewer, alias)})`;
}

/**
 * Whether the row's namespace (alias `home` in `condition`) meets a condition. The namespaces are looked up once per statement:
 * `IS TRUE` keeps the planner from turning the condition into a join.
 */
export function livesIn(alias: string, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${alias}.namespace_id`)} IN (SELECT home.id FROM namespaces home WHERE ${condition})) IS TRUE`;
}

/** Whether the viewer of a list may see its row `w`: the relation `scope` (`scopeOf`) has the namespaces of the list. */
export function visibleInScope(viewer: Viewer): RawBuilder<SqlBool> {
  const isInsider = sql<SqlBool>`(w.namespace_id IN (SELECT id FROM scope WHERE is_insider)) IS TRUE`;
  return sql<SqlBool>`((w.namespace_id IN (SELECT id FROM scope)) IS TRUE AND ${unlessWithheld(viewer, isInsider)})`;
}

/**
 * Excludes confidential and hidden items that the viewer may not see. `isInsider`: the SQL of being an insider in the item's
 * namespace. The few hidden items are read once per statement: `IS NOT TRUE` keeps the planner from turning this into a join.
 */
export function unlessWithheld(viewer: Viewer, isInsider: RawBuilder<SqlBool>, alias = 'w'): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${unlessHidden(alias)} AND ${unlessConfidential(viewer, isInsider, alias)})`;
}

function unlessHidden(alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${alias}.id`)} IN (SELECT work_item_id FROM hidden_work_items)) IS NOT TRUE`;
}

/** The items of an assignee are read once per statement, and only if a row depends on them: the planner would price `EXISTS` for each row. */
function unlessConfidential(viewer: Viewer, isInsider: RawBuilder<SqlBool>, alias: string): RawBuilder<SqlBool> {
  const isConfidential = sql.ref(`${alias}.is_confidential`);
  if (!viewer.isSignedIn) return sql<SqlBool>`NOT ${isConfidential}`;
  return sql<SqlBool>`(NOT ${isConfidential} OR ${isInsider} OR ${sql.ref(`${alias}.author_id`)} = ${viewer.id}
    OR ${sql.ref(`${alias}.id`)} = ANY(ARRAY(SELECT mine.work_item_id FROM work_item_assignees mine WHERE mine.user_id = ${viewer.id})))`;
}
