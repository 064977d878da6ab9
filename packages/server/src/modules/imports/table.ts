import type { ImportId, NamespaceId, UserId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export type ImportState = 'uploaded' | 'running' | 'finished' | 'failed';

/** The counts of an import, in display order. */
export const importedKinds = [
  'groups',
  'projects',
  'users',
  'members',
  'labels',
  'milestones',
  'iterations',
  'epics',
  'issues',
  'links',
  'notes',
  'reactions',
  'timelogs',
  'events',
  'uploads',
  'repositories',
  'mergeRequests',
  'environments',
  'deployments',
  'protectedEnvironments',
  'statusChecks',
] as const;
export type ImportedKind = (typeof importedKinds)[number];

export interface ImportCount {
  /** Imported now. */
  added: number;
  /** Existing: left unchanged. */
  present: number;
  /** Skipped as unusable; `problems` has the reasons. */
  leftOut: number;
}

export interface ImportProblem {
  /** `tree/project/issues.ndjson:17` */
  location: string;
  problem: string;
}

/** The report of an import. */
export interface ImportReport {
  kind: 'group' | 'project';
  fullPath: string;
  counts: Record<ImportedKind, ImportCount>;
  /** At most a few hundred; `problemCount` is their total number. */
  problems: ImportProblem[];
  problemCount: number;
  /** Parts of the archive that are not supported, with their numbers of records. */
  passedOver: { relation: string; records: number }[];
  seconds: number;
}

export interface ImportTable {
  id: Generated<ImportId>;
  state: Generated<ImportState>;
  userId: UserId | null;
  fileName: string;
  /** Relative to the data folder. */
  storedAs: string | null;
  size: number;
  intoPath: Optional<string>;
  name: Optional<string>;
  namespaceId: Optional<NamespaceId>;
  /** The id of a new group or project. */
  reservedId: NamespaceId;
  phase: Optional<string>;
  done: Generated<number>;
  total: Generated<number>;
  report: Optional<ImportReport>;
  error: Optional<string>;
  attempts: Generated<number>;
  createdAt: GeneratedTime;
  startedAt: NullableTime;
  finishedAt: NullableTime;
}

/** The id of a namespace in its source installation. */
export interface NamespaceOriginTable {
  namespaceId: NamespaceId;
  sourceId: number;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    imports: ImportTable;
    namespaceOrigins: NamespaceOriginTable;
  }
}
