import type { NoteId, TodoId, UserId, WorkItemId } from '@milepost/core/ids';
import type { TodoAction, TodoState } from '@milepost/core/todos';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

export interface TodoTable {
  id: Generated<TodoId>;
  /** Whom it waits for. */
  userId: UserId;
  /** Who called; null: their account was deleted. */
  authorId: Optional<UserId>;
  workItemId: WorkItemId;
  /** The comment that called, where one did. */
  noteId: Optional<NoteId>;
  action: TodoAction;
  state: Generated<TodoState>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    todos: TodoTable;
  }
}
