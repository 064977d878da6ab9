import type { NamespaceId, NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Policy } from '../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** The object of a reaction: a work item or a note. */
export type ReactionTarget = { workItemId: WorkItemId; noteId?: never } | { noteId: NoteId; workItemId?: never };

/** An object that can have reactions, resolved for a viewer who may read it. */
export interface Awardable {
  target: ReactionTarget;
  /** The work item itself, or the one the note is on. */
  item: GuardedWorkItem & { id: WorkItemId; namespaceId: NamespaceId; isDiscussionLocked: boolean };
  /** System notes accept no reactions. */
  isSystem: boolean;
}

/** Those who may comment may react; in a locked discussion only members. */
export const reactionPolicy = {
  create: (viewer, { item, isSystem }) =>
    !isSystem &&
    workItemPolicy.comment(viewer, item) &&
    (!item.isDiscussionLocked || viewer.atLeast('guest', item.scope)),
} satisfies Policy<Awardable>;

/** A reaction is deleted by its author; administrators may delete any. */
export const ownReactionPolicy = {
  destroy: (viewer, reaction) => !reaction.isArchived && (viewer.is(reaction.userId) || viewer.isAdmin),
} satisfies Policy<{ userId: UserId; isArchived: boolean }>;
