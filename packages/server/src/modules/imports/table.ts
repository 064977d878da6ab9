import type { ImportId, NamespaceId, UserId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export type ImportState = 'uploaded' | 'running' | 'finished' | 'failed';

/** What an import counts, in the order in which people read it. */
export const importedThings = [
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
] as const;
export type ImportedThing = (typeof importedThings)[number];

export interface ImportCount {
  /** Came in now. */
  added: number;
  /** Was there before: left as it is. */
  present: number;
  /** Could not come in; `problems` says why. */
  leftOut: number;
}

export interface ImportProblem {
  /** `tree/project/issues.ndjson:17` */
  place: string;
  problem: string;
}

/** What came of an archive, for people. */
export interface ImportReport {
  kind: 'group' | 'project';
  fullPath: string;
  counts: Record<ImportedThing, ImportCount>;
  /** At most a few hundred; `problemCount` is how many there were. */
  problems: ImportProblem[];
  problemCount: number;
  /** Parts of the archive there is no place for here, and how many records they had. */
  passedOver: { relation: string; records: number }[];
  seconds: number;
}

export interface ImportTable {
  id: Generated<ImportId>;
  state: Generated<ImportState>;
  userId: UserId | null;
  fileName: string;
  /** Below the data folder. */
  storedAs: string | null;
  size: number;
  intoPath: Optional<string>;
  name: Optional<string>;
  namespaceId: Optional<NamespaceId>;
  /** The id of what comes in, if it is new. */
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

/** The number a namespace had where it came from. */
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
