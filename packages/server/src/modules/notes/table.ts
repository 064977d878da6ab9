import type { NamespaceId, NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface NoteTable {
  id: Generated<NoteId>;
  workItemId: WorkItemId;
  /** Forty hexadecimal digits: the published id of a thread. */
  discussionId: string;
  /** Whether it belongs to a thread; equal for all notes of a discussion. */
  isThread: Generated<boolean>;
  /** Null: the account was deleted. */
  authorId: Optional<UserId>;
  body: string;
  bodyHtml: Generated<string>;
  /** A system note about its author's action. */
  isSystem: Generated<boolean>;
  /** The kind of a system note, as an icon's name. */
  systemAction: Optional<string>;
  /** The other item of a system note, which restricts its visibility. */
  aboutId: Optional<WorkItemId>;
  /** The project whose code a system note mentions: for those who may read that code. */
  aboutCodeOfId: Optional<NamespaceId>;
  /** Internal: visible from planner up. */
  isInternal: Generated<boolean>;
  isImported: Generated<boolean>;
  /** The kind of program that wrote it for its author ("MCP"); null: the author's own request. */
  via: Optional<string>;
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
  /** Null: mentioned in the description. */
  noteId: Optional<NoteId>;
  userId: UserId;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    notes: NoteTable;
    mentions: MentionTable;
  }
}
