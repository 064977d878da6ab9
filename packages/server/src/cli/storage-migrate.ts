import { sql } from 'kysely';
import { isBackupRunning } from '../platform/backup/running.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { migrateObjects, type MigrationCounts } from '../platform/files/migrate.ts';
import { FileStorage } from '../platform/files/file-storage.ts';
import { messageOf } from '../platform/util/errors.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withDatabase } from './database.ts';
import { bytesText, countText } from './messages.ts';

/** The two numbers of an advisory lock: one migration at a time, because two in opposite directions could each delete the other's source. */
const [GROUP, MIGRATION] = [7_360, 2];
const PROGRESS_INTERVAL_MS = 5_000;

export const storageMigrate: Command = {
  name: 'storage migrate',
  details: `Copies attached files between the data folder and the bucket of MILEPOST_S3_BUCKET, and compares the SHA-256 of each. A server may be
running. It can be stopped and run again: what is copied already is not copied again.`,
  options: {
    to: { value: 's3|local', meaning: 'where the files go: the bucket, or the data folder', isRequired: true },
    'delete-source': { meaning: 'delete each file at its former place once its copy was compared' },
  },
  async run(input) {
    const to = input.required('to');
    if (to !== 's3' && to !== 'local') throw new UsageError('--to must be s3 or local');
    const config = readProcessConfig();
    const { s3, local } = new FileStorage(config.dataDir, config.fileStorage);
    if (!s3) throw new CommandError('there is no bucket: set MILEPOST_S3_BUCKET and the settings that belong to it');
    const [source, target] = to === 's3' ? [local, s3] : [s3, local];
    try {
      await s3.checkWriting().catch((error: unknown) => {
        throw new CommandError(`${s3.place} cannot be used (${messageOf(error)}): run "milepost doctor"`);
      });
      const counts = await withDatabase(config, ({ db }) =>
        db.connection().execute(async (connection) => {
          const { rows } = await sql<{ isAlone: boolean }>`
            SELECT pg_try_advisory_lock(${GROUP}, ${MIGRATION}) AS is_alone`.execute(connection);
          if (!rows[0]?.isAlone) throw new CommandError('files are being migrated already');
          return migrateObjects(source, target, {
            // A backup may have listed the files of the target before this one was copied.
            mayDelete: input.isOn('delete-source') ? async () => !(await isBackupRunning(connection)) : null,
            signal: new AbortController().signal,
            onProgress: makeProgressPrinter(),
          });
        }),
      );
      return report(counts, target.place, input.isOn('delete-source'));
    } finally {
      await s3.close();
    }
  },
};

function makeProgressPrinter(): (counts: MigrationCounts) => void {
  let last = performance.now();
  return ({ copied, present }) => {
    if (performance.now() - last < PROGRESS_INTERVAL_MS) return;
    last = performance.now();
    console.error(`${countText(copied, 'file')} copied, ${present.toLocaleString('en-US')} were there …`);
  };
}

/** Returns the exit code. */
function report(counts: MigrationCounts, place: string, isDeleting: boolean): number {
  const { copied, copiedBytes, present, deleted, failed, problems } = counts;
  const parts = [
    `${countText(copied, 'file')} copied to ${place} (${bytesText(copiedBytes)})`,
    `${present.toLocaleString('en-US')} were there`,
    ...(isDeleting ? [`${deleted.toLocaleString('en-US')} deleted at the former place`] : []),
  ];
  console.log(parts.join(', '));
  if (isDeleting && deleted < copied + present)
    console.error('Some were not deleted, because a backup is being made: run the command again.');
  if (failed === 0) return 0;
  console.error([`milepost: ${countText(failed, 'file')} could not be copied:`, ...problems].join('\n  '));
  return 1;
}
