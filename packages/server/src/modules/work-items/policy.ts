import { audiences, type Audience } from '@milepost/core/hierarchy';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { NamespaceScope, Viewer } from '@milepost/core/roles';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Policy } from '../../platform/context.ts';
import { insiderNamespaces, visibleNamespaces, type InNamespace } from '../namespaces/policy.ts';

/** What permissions need to know of a work item. */
export interface GuardedWorkItem {
  type: WorkItemType;
  isConfidential: boolean;
  /** Its author was banned, or it was marked as spam: then it is there for administrators alone. */
  isHidden: boolean;
  authorId: UserId | null;
  /** The assignees, where the item is confidential: they may read it. Empty for any other. */
  confidantIds: readonly UserId[];
  scope: NamespaceScope;
  /** Whether its group or project is archived: then everything stays as it is. */
  isArchived: boolean;
}

export const workItemPolicy = {
  read: mayRead,
  /** Title, description and state: for whoever plans here, and for the author. */
  update: (viewer, item) => isOpen(item) && mayRead(viewer, item) && (plans(viewer, item) || isTheirs(viewer, item)),
  /** Everything else one sets on it: labels, dates, assignees, weight, parent, place in the tree. */
  plan: (viewer, item) => isOpen(item) && plans(viewer, item),
  comment: (viewer, item) => isOpen(item) && viewer.isSignedIn && mayRead(viewer, item),
  /** The whole address of somebody outside who wrote it by mail. */
  readAddress: (viewer, item) => viewer.atLeast('reporter', item.scope),
  /** To mark it as spam, and to take that back. */
  reportSpam: (viewer) => viewer.isAdmin,
  /** Open to owners, and to members for what they wrote themselves. */
  destroy: (viewer, item) =>
    isOpen(item) &&
    (viewer.atLeast('owner', item.scope) || (isTheirs(viewer, item) && viewer.atLeast('guest', item.scope))),
} satisfies Policy<GuardedWorkItem>;

/** Who may write something new into a group or project. */
export const namespaceWorkItemPolicy = {
  createEpic: (viewer, group) => group.archivedAt === null && viewer.atLeast('planner', group.scope),
  /** Where one can look in, one can report: any signed-in reader of a public or internal project, any member of a private one. */
  createIssue: (viewer, project) => project.archivedAt === null && viewer.isSignedIn && viewer.canSee(project.scope),
  /** Labels, dates, assignees and the like on what one creates. */
  describe: (viewer, namespace) => namespace.archivedAt === null && viewer.atLeast('guest', namespace.scope),
} satisfies Policy<InNamespace>;

function mayRead(viewer: Viewer, item: GuardedWorkItem): boolean {
  if (!viewer.canSee(item.scope) || isWithheld(viewer, item)) return false;
  return !item.isConfidential || isInsider(viewer, item);
}

/** What is hidden is there for administrators alone: not for its author either. Of items, and of what is written on them. */
export function isWithheld(viewer: Viewer, { isHidden }: { isHidden: boolean }): boolean {
  return isHidden && !viewer.isAdmin;
}

function isInsider(viewer: Viewer, item: GuardedWorkItem): boolean {
  return (
    viewer.atLeast('planner', item.scope) ||
    viewer.is(item.authorId) ||
    item.confidantIds.some((userId) => viewer.is(userId))
  );
}

/**
 * The narrowest audience that the viewer belongs to where an item lives: of what lies below it they are told the sums of that
 * audience and of all wider ones.
 */
export function audienceOf(viewer: Viewer, scope: Pick<NamespaceScope, 'traversalIds'>): Audience {
  if (viewer.isAdmin) return audiences.administrators;
  if (viewer.atLeast('planner', scope)) return audiences.insiders;
  if (viewer.atLeast('guest', scope)) return audiences.members;
  return viewer.isSignedIn ? audiences.signedIn : audiences.everyone;
}

/**
 * The narrowest audience of which nothing in this tree (its top-level namespace; null for wherever the viewer can look in) is kept from
 * the viewer: what has it, or a wider one, they may read without another question. 0 where not even what everyone sees is sure.
 */
export function surelySeenIn(viewer: Viewer, rootId: NamespaceId | null): Audience | 0 {
  // A link shows a part of a tree, whatever the rest of it is to everyone.
  if (viewer.linkedTo !== null) return viewer.linkedTo === rootId ? audiences.members : 0;
  const traversalIds = rootId === null ? [] : [rootId];
  return audienceOf(viewer, { traversalIds });
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
 * know their namespaces beforehand use `unlessWithheld` alone.
 */
export function visibleWorkItems(viewer: Viewer, alias = 'w', namespaceAlias = 'n'): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${visibleNamespaces(viewer, namespaceAlias)} AND ${unlessWithheld(viewer, insiderNamespaces(viewer, namespaceAlias), alias)})`;
}

/**
 * The same for many rows of one tree, which need no namespace beside them: who is sure to read what is in the row itself, and of the
 * others namespaces are looked up in sets that are made once for the statement.
 */
export function visibleInTree(viewer: Viewer, rootId: NamespaceId | null, alias: string): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`true`;
  const isInsider = livesIn(alias, insiderNamespaces(viewer, 'home'));
  return sql<SqlBool>`(${sql.ref(`${alias}.audience`)} <= ${surelySeenIn(viewer, rootId)}
    OR (${livesIn(alias, visibleNamespaces(viewer, 'home'))} AND ${unlessWithheld(viewer, isInsider, alias)}))`;
}

/** Whether the row lives in a namespace `place` of which this is so: they are looked up once for the statement (hence `IS TRUE`, which is no join). */
export function livesIn(alias: string, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${alias}.namespace_id`)} IN (SELECT home.id FROM namespaces home WHERE ${condition})) IS TRUE`;
}

/**
 * Leaves out the confidential and the hidden items that the viewer must not know of. `isInsider`: the SQL of being an insider
 * where the item lives. The few that are hidden are read once for the whole statement (hence `IS NOT TRUE`, which is no join).
 */
export function unlessWithheld(viewer: Viewer, isInsider: RawBuilder<SqlBool>, alias = 'w'): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`true`;
  const isShown = sql<SqlBool>`(${sql.ref(`${alias}.id`)} IN (SELECT work_item_id FROM hidden_work_items)) IS NOT TRUE`;
  return sql<SqlBool>`(${isShown} AND ${unlessConfidential(viewer, isInsider, alias)})`;
}

function unlessConfidential(viewer: Viewer, isInsider: RawBuilder<SqlBool>, alias: string): RawBuilder<SqlBool> {
  const isConfidential = sql.ref(`${alias}.is_confidential`);
  if (!viewer.isSignedIn) return sql<SqlBool>`NOT ${isConfidential}`;
  return sql<SqlBool>`(NOT ${isConfidential} OR ${isInsider} OR ${sql.ref(`${alias}.author_id`)} = ${viewer.id}
    OR EXISTS (SELECT FROM work_item_assignees AS confidant WHERE confidant.work_item_id = ${sql.ref(`${alias}.id`)} AND confidant.user_id = ${viewer.id}))`;
}
