import type { NamespaceId, RemoteId, UserId } from '@milepost/core/ids';
import type { RemoteStatus } from '@milepost/core/repositories/remotes';
import type { Selectable } from 'kysely';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

/** The Git repository of a project. The row exists from the first push or import on. */
export interface RepositoryTable {
  projectId: NamespaceId;
  /** Null as long as there is no branch. */
  defaultBranch: Optional<string>;
  sizeBytes: Generated<number>;
  pushedAt: NullableTime;
  createdAt: GeneratedTime;
}

export type Repository = Selectable<RepositoryTable>;

/** The remote that the repository of a project follows. */
export interface RepositoryRemoteTable {
  id: Generated<RemoteId>;
  projectId: NamespaceId;
  /** Without credentials. */
  url: string;
  /** Whose state was fetched last; null before the first fetch. */
  trackedUrl: Optional<string>;
  /** Encrypted, see `commands/remotes.ts`. */
  sealedCredentials: Optional<Buffer>;
  isEnabled: Generated<boolean>;
  overwritesDiverged: Generated<boolean>;
  /** What a fetch changes is done with the rights of this person. */
  setById: Optional<UserId>;
  status: Generated<RemoteStatus>;
  lastError: Optional<string>;
  /** In a row. */
  failures: Generated<number>;
  startedAt: NullableTime;
  endedAt: NullableTime;
  succeededAt: NullableTime;
  /** Null: only on demand. */
  nextFetchAt: NullableTime;
  lockVersion: Generated<number>;
  createdAt: GeneratedTime;
}

export type RepositoryRemote = Selectable<RepositoryRemoteTable>;

declare module '../../platform/database/tables.ts' {
  interface Tables {
    repositories: RepositoryTable;
    repositoryRemotes: RepositoryRemoteTable;
  }
}
