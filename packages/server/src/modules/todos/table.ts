import type {
  DeploymentId,
  MergeRequestId,
  NamespaceId,
  NoteId,
  TodoId,
  TokenId,
  UserId,
  WorkItemId,
} from '@milepost/core/ids';
import type { TodoAction, TodoState } from '@milepost/core/notifications/todos';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

export interface TodoTable {
  id: Generated<TodoId>;
  /** The owner of the to-do. */
  userId: UserId;
  /** The person who caused it; null: their account was deleted. */
  authorId: Optional<UserId>;
  /** Null for a request for access, and for a token. */
  workItemId: Optional<WorkItemId>;
  /** The group or project that somebody requests access to, or of the deployment, merge request or token; null for work items. */
  namespaceId: Optional<NamespaceId>;
  /** The deployment that waits for an approval. */
  deploymentId: Optional<DeploymentId>;
  /** A merge request in the project. */
  mergeRequestId: Optional<MergeRequestId>;
  /** An access token that ends soon. */
  accessTokenId: Optional<TokenId>;
  /** The comment that caused it, if any. */
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
