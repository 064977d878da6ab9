import type { UserId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Policy } from '../../platform/context.ts';
import { insiderNamespaces, readableCode } from '../namespaces/policy.ts';
import { isWithheld, visibleWorkItems, workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** The work item of the notes. */
export interface Discussed extends GuardedWorkItem {
  isDiscussionLocked: boolean;
}

/** A note with its work item. */
export interface GuardedNote {
  item: Discussed;
  authorId: UserId | null;
  isSystem: boolean;
  isInternal: boolean;
  /** A comment of a banned person, visible to administrators only; or a note about an item or code that this viewer may not see. */
  isHidden: boolean;
}

/** Permissions on the discussions of a work item. */
export const discussionPolicy = {
  /** In a locked discussion, members only. */
  comment: (viewer, item) =>
    workItemPolicy.comment(viewer, item) && (!item.isDiscussionLocked || viewer.atLeast('guest', item.scope)),
  /** Internal notes are written and read from planner up. */
  commentInternally: (viewer, item) => workItemPolicy.comment(viewer, item) && viewer.atLeast('planner', item.scope),
} satisfies Policy<Discussed>;

export const notePolicy = {
  read: (viewer, note) =>
    workItemPolicy.read(viewer, note.item) &&
    !isWithheld(viewer, note) &&
    (!note.isInternal || viewer.is(note.authorId) || viewer.atLeast('planner', note.item.scope)),
  /** Edit and delete: the author, and maintainers of the namespace. */
  update: (viewer, note) => mayChange(viewer, note),
  destroy: (viewer, note) => mayChange(viewer, note),
  /** Resolve a thread: its author, the author of the item, and planners. */
  resolve: (viewer, note) =>
    discussionPolicy.comment(viewer, note.item) &&
    (viewer.is(note.authorId) || viewer.is(note.item.authorId) || viewer.atLeast('planner', note.item.scope)),
} satisfies Policy<GuardedNote>;

function mayChange(viewer: Viewer, note: GuardedNote): boolean {
  if (note.isSystem || note.item.isArchived || !notePolicy.read(viewer, note)) return false;
  return viewer.is(note.authorId) || viewer.atLeast('maintainer', note.item.scope);
}

/**
 * The SQL of the part of `notePolicy.read` that concerns the note itself: over a row of `notes` (alias `note`) and of its work
 * item's namespace (alias `n`).
 */
export function readableNotes(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`true`;
  return sql<SqlBool>`(NOT ${hiddenNote('note')} AND ${unlessInternal(viewer)} AND NOT ${isAboutInvisible(viewer, 'note')})`;
}

/** The SQL of `GuardedNote.isHidden` for this viewer, over a row of `notes` of this alias. */
export function hiddenNoteSql(viewer: Viewer, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${hiddenNote(alias)} OR ${isAboutInvisible(viewer, alias)})`;
}

/** Whether a system note is about another item or about code, and the viewer may not see that, or it is deleted. */
function isAboutInvisible(viewer: Viewer, alias: string): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`false`;
  const aboutId = sql.ref(`${alias}.about_id`);
  const projectId = sql.ref(`${alias}.about_code_of_id`);
  return sql<SqlBool>`((${aboutId} IS NOT NULL AND NOT EXISTS (
    SELECT FROM work_items about JOIN namespaces home ON home.id = about.namespace_id
    WHERE about.id = ${aboutId} AND ${visibleWorkItems(viewer, 'about', 'home')}))
    OR (${projectId} IS NOT NULL AND NOT EXISTS (SELECT FROM namespaces code WHERE code.id = ${projectId} AND ${readableCode(viewer, 'code')})))`;
}

/**
 * The SQL of a hidden comment, over a row of `notes` of this alias: its author was banned. System notes of their actions stay.
 * The few banned people are read once per statement: `IS TRUE` keeps the planner from turning the condition into a join.
 */
export function hiddenNote(alias: string): RawBuilder<boolean> {
  return sql<boolean>`(NOT ${sql.ref(`${alias}.is_system`)}
    AND (${sql.ref(`${alias}.author_id`)} IN (SELECT id FROM users WHERE state = 'banned')) IS TRUE)`;
}

function unlessInternal(viewer: Viewer): RawBuilder<SqlBool> {
  if (!viewer.isSignedIn) return sql<SqlBool>`NOT note.is_internal`;
  return sql<SqlBool>`(NOT note.is_internal OR note.author_id = ${viewer.id} OR ${insiderNamespaces(viewer)})`;
}
