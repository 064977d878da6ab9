import type { NamespaceId } from '@milepost/core/ids';
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

declare module '../../platform/database/tables.ts' {
  interface Tables {
    repositories: RepositoryTable;
  }
}
