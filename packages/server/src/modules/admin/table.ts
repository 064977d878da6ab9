import type { BackupId, UserId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export type BackupState = 'running' | 'succeeded' | 'failed';

/** A backup that the server made. */
export interface BackupTable {
  id: Generated<BackupId>;
  /** The time of the schedule; null: an administrator started it. */
  scheduledAt: NullableTime;
  askedBy: Optional<UserId>;
  state: Generated<BackupState>;
  /** Absolute path. */
  folder: string;
  /** The archive in the folder. */
  name: string;
  startedAt: GeneratedTime;
  finishedAt: NullableTime;
  bytes: Optional<number>;
  /** Why it failed, or why an older archive could not be removed. */
  error: Optional<string>;
  removedAt: NullableTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    backups: BackupTable;
  }
}
