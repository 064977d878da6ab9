import type { NoteId, ReactionId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

/** An emoji on exactly one of a work item or a note, once per person. */
export interface ReactionTable {
  id: Generated<ReactionId>;
  name: string;
  userId: UserId;
  workItemId: Optional<WorkItemId>;
  noteId: Optional<NoteId>;
  createdAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    reactions: ReactionTable;
  }
}
