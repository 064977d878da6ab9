import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkBackup } from '../platform/backup/check.ts';
import { RestoreError } from '../platform/backup/format.ts';
import { readBackup } from '../platform/backup/read.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/embedded/open.ts';
import { type Command, CommandError } from './command.ts';
import { bringJobsUpToDate, recordBackup } from './database.ts';
import { withPostgresStoppedOnSignal } from './signals.ts';
import { summaryText } from './messages.ts';

export const restore: Command = {
  name: 'restore',
  details: `Restores an archive of "milepost backup" into an empty database and data folder, completely or not at all.
A backup of an older Milepost is migrated. An encrypted one needs its passphrase in MILEPOST_BACKUP_PASSPHRASE.`,
  operands: 'FILE',
  options: {},
  async run({ positionals: [name = ''] }) {
    const config = readProcessConfig();
    const file = resolve(name);
    if (!existsSync(file)) throw new CommandError(`there is no file ${file}`);
    const { passphrase } = config.backups;
    // Before anything is created: a damaged archive, or one of a newer version, changes nothing.
    await withOneLine(() => checkBackup(file, passphrase));
    const database = await openDatabase(config);
    await withPostgresStoppedOnSignal(database, async () => {
      await bringJobsUpToDate(database);
      await withOneLine(async () => {
        const counts = await readBackup(database.target, config.dataDir, file, passphrase);
        await recordBackup(database, 'backup_restored', `Restored a backup: ${summaryText(counts)}`);
        console.log(`Restored ${summaryText(counts)} from ${file}`);
      });
    });
  },
};

async function withOneLine<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RestoreError) throw new CommandError(error.message);
    throw error;
  }
}
