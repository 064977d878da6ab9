import type { NoteId, ReactionId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

/** An emoji that somebody put on a work item or on a note: on exactly one of the two, once by each person. */
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
