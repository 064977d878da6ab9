import type { NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface NoteTable {
  id: Generated<NoteId>;
  workItemId: WorkItemId;
  /** Forty hexadecimal digits: what clients know a thread by. */
  discussionId: string;
  /** Whether it stands in a thread rather than alone; the same for all notes of a discussion. */
  isThread: Generated<boolean>;
  /** Null: the account was deleted. */
  authorId: Optional<UserId>;
  body: string;
  bodyHtml: Generated<string>;
  /** Written by the machine, of what its author did. */
  isSystem: Generated<boolean>;
  /** What a system note tells of, as an icon's name. */
  systemAction: Optional<string>;
  /** The other item that a system note tells of: it is for those who may see that one, too. */
  aboutId: Optional<WorkItemId>;
  /** For insiders only. */
  isInternal: Generated<boolean>;
  isImported: Generated<boolean>;
  resolvedAt: NullableTime;
  resolvedById: Optional<UserId>;
  updatedById: Optional<UserId>;
  lastEditedAt: NullableTime;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

export interface MentionTable {
  id: Generated<number>;
  workItemId: WorkItemId;
  /** Null: the description calls. */
  noteId: Optional<NoteId>;
  userId: UserId;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    notes: NoteTable;
    mentions: MentionTable;
  }
}
