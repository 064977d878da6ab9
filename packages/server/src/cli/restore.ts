import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { countSealed, secureRestored } from '../modules/admin/store/restored.ts';
import { checkBackup } from '../platform/backup/check.ts';
import { archiveOfAddress } from '../platform/backup/archives.ts';
import { fingerprintOf } from '../platform/backup/fingerprint.ts';
import { RestoreError } from '../platform/backup/format.ts';
import { readBackup } from '../platform/backup/read.ts';
import { type Config, readProcessConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/embedded/open.ts';
import { FileStorage } from '../platform/files/file-storage.ts';
import { readSecret } from '../platform/secret.ts';
import { type Command, CommandError } from './command.ts';
import { bringJobsUpToDate, recordBackup } from './database.ts';
import { withPostgresStoppedOnSignal } from './signals.ts';
import { countText, summaryText } from './messages.ts';

export const restore: Command = {
  name: 'restore',
  details: `Restores an archive of "milepost backup" into an empty database, data folder and bucket, completely or not at all. FILE is a path, or
the address s3://BUCKET/backups/NAME of an archive in the bucket. A backup of an older Milepost is migrated. An encrypted one needs its
passphrase in MILEPOST_BACKUP_PASSPHRASE. Everybody has to sign in again, and nothing is sent until an administrator resumes it.`,
  operands: 'FILE',
  options: {},
  async run({ positionals: [name = ''] }) {
    const config = readProcessConfig();
    const files = new FileStorage(config.dataDir, config.fileStorage);
    try {
      await withArchive(config, files, name, (file) => restoreFile(config, files, file, name));
    } finally {
      await files.close();
    }
  },
};

/** Gives the archive as a file: that of a bucket is copied to the data folder meanwhile. */
async function withArchive(
  { dataDir }: Config,
  files: FileStorage,
  name: string,
  work: (file: string) => Promise<void>,
): Promise<void> {
  if (!name.startsWith('s3://')) {
    const file = resolve(name);
    if (!existsSync(file)) throw new CommandError(`there is no file ${file}`);
    return work(file);
  }
  const key = archiveOfAddress(files, name);
  if (!files.s3 || key === null)
    throw new CommandError(`${name} is not an archive in the bucket of MILEPOST_S3_BUCKET`);
  const bytes = await files.s3.get(key);
  if (!bytes) throw new CommandError(`there is no archive ${name}`);
  await mkdir(dataDir, { recursive: true });
  const folder = await mkdtemp(join(dataDir, 'restoring-'));
  try {
    const file = join(folder, 'archive');
    await pipeline(bytes, createWriteStream(file, { mode: 0o600 }));
    await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreFile(config: Config, files: FileStorage, file: string, name: string): Promise<void> {
  const { passphrase } = config.backups;
  // Before anything is created: a damaged archive, or one of a newer version, changes nothing.
  await withOneLine(() => checkBackup(file, passphrase));
  const database = await openDatabase(config);
  await withPostgresStoppedOnSignal(database, async () => {
    await bringJobsUpToDate(database);
    await withOneLine(async () => {
      let sealed: Awaited<ReturnType<typeof countSealed>> = [];
      const finish = async (client: Client): Promise<void> => {
        await secureRestored(client);
        sealed = await countSealed(client);
      };
      const restored = await readBackup(database.target, config.dataDir, file, { passphrase, files, finish });
      await recordBackup(database, 'backup_restored', `Restored a backup: ${summaryText(restored)}`);
      console.log(`Restored ${summaryText(restored)} from ${name}`);
      console.log(
        'Everybody has to sign in again. Mail, webhooks and audit streams are paused: resume them in the administration.',
      );
      const { secretFingerprint: fingerprint } = restored;
      if (fingerprint === null || fingerprint === fingerprintOf(await readSecret(config))) return;
      console.log(secretText(sealed));
    });
  });
}

/** What cannot be decrypted without the former MILEPOST_SECRET. */
function secretText(sealed: Awaited<ReturnType<typeof countSealed>>): string {
  const lost = sealed.map(({ count, noun, remedy }) => `  ${countText(count, noun)} ${remedy}`);
  return [
    'MILEPOST_SECRET is not the one of the installation that was backed up. With that one nothing is lost. Without it, run "milepost secret rotate --forget"; then these have to be entered again:',
    ...lost,
    '  links in mails that were sent, and addresses for comments by mail, are not valid any more',
  ].join('\n');
}

async function withOneLine<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RestoreError) throw new CommandError(error.message);
    throw error;
  }
}
