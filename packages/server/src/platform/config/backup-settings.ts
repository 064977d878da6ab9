import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type * as worker from 'graphile-worker';
import { type StaticDecode, Type } from 'typebox';
import { integer, setting } from './setting.ts';

/** Five fields of cron. The library is loaded only if the setting is set: most commands do not need it. */
function isSchedule(text: string): boolean {
  const { parseCronItem } = createRequire(import.meta.url)('graphile-worker') as typeof worker;
  try {
    parseCronItem({ task: 'backup', match: text });
    return true;
  } catch {
    return false;
  }
}

export const backupSettings = {
  MILEPOST_BACKUP_SCHEDULE: setting(Type.Optional(Type.Refine(Type.String(), isSchedule)), {
    description: 'when backups are made: five cron fields in UTC, like 0 2 * * *',
    defaultText: 'never',
    rule: 'must be five cron fields, like 0 2 * * *',
  }),
  MILEPOST_BACKUP_DIR: setting(Type.Optional(Type.String()), {
    description: 'folder of these backups; several servers need the same one',
    defaultText: 'the bucket, or backups in the data folder',
    rule: 'must be a folder',
  }),
  MILEPOST_BACKUP_KEEP: integer({
    description: 'number of these backups that stay; older ones are removed',
    minimum: 1,
    maximum: 10_000,
    default: 7,
  }),
  MILEPOST_BACKUP_PASSPHRASE: setting(Type.Optional(Type.String({ minLength: 12, maxLength: 1_000 })), {
    description: 'encrypts backups, and decrypts them again when they are restored',
    defaultText: 'none: backups are not encrypted',
    rule: 'must have at least 12 characters',
    isSecret: true,
  }),
};

/** Scheduled backups, and those that an administrator starts. */
export interface BackupConfig {
  /** Five cron fields in UTC; null: no scheduled backups. */
  schedule: string | null;
  /** The absolute path of the folder. With a bucket, archives are made here and then sent to it, unless the folder was set. */
  folder: string;
  isFolderSet: boolean;
  /** How many archives stay. */
  keep: number;
  /** Null: archives are not encrypted. */
  passphrase: string | null;
}

type BackupSettings = { [Name in keyof typeof backupSettings]: StaticDecode<(typeof backupSettings)[Name]> };

/** The parsed values of `backupSettings`; a relative folder is resolved against `workingDir`. */
export function backupsOf(
  settings: Pick<BackupSettings, 'MILEPOST_BACKUP_KEEP'> & {
    [Name in keyof BackupSettings]?: BackupSettings[Name] | undefined;
  },
  dataDir: string,
  workingDir: string,
): BackupConfig {
  return {
    schedule: settings.MILEPOST_BACKUP_SCHEDULE ?? null,
    folder: resolve(workingDir, settings.MILEPOST_BACKUP_DIR ?? join(dataDir, 'backups')),
    isFolderSet: settings.MILEPOST_BACKUP_DIR !== undefined,
    keep: settings.MILEPOST_BACKUP_KEEP,
    passphrase: settings.MILEPOST_BACKUP_PASSPHRASE ?? null,
  };
}
