import type { NamespaceId, NoteId, WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import type { GuardedWorkItem } from '../work-items/policy.ts';

/** What a reaction is on. */
export type ReactionTarget = { workItemId: WorkItemId; noteId?: never } | { noteId: NoteId; workItemId?: never };

/** Something one can react to, found for a viewer who may read it. */
export interface Awardable {
  target: ReactionTarget;
  /** The work item itself, or the one the note is on. */
  item: GuardedWorkItem & { id: WorkItemId; namespaceId: NamespaceId; isDiscussionLocked: boolean };
  /** What the machine wrote takes no reactions. */
  isSystem: boolean;
}

/** How a room makes its things take reactions: by the type in their global ids. */
export interface AwardablePlug {
  readonly types: readonly string[];
  /** Null when there is none that the viewer may read. */
  find(ctx: Context, id: number): Promise<Awardable | null>;
}

const plugs: AwardablePlug[] = [];

/** Called by each room that has awardable things, before anything is served. */
export function plugInAwardable(plug: AwardablePlug): void {
  if (!plugs.includes(plug)) plugs.push(plug);
}

export const pluggedAwardables: readonly AwardablePlug[] = plugs;
