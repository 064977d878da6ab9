import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeBackup } from '../platform/backup/write.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { FileStorage } from '../platform/files/file-storage.ts';
import { readSecret } from '../platform/secret.ts';
import { bytesText, summaryText } from './messages.ts';
import type { Command } from './command.ts';
import { bringUpToDate, recordBackup } from './database.ts';
import { openDatabase } from '../platform/database/embedded/open.ts';
import { withPostgresStoppedOnSignal } from './signals.ts';

export const backup: Command = {
  name: 'backup',
  details: `Writes the database, the files and the repositories into one archive (.tar.gz). A server may be running.
The archive contains all data: protect it like the server. It is encrypted if MILEPOST_BACKUP_PASSPHRASE is set. It does not
contain MILEPOST_SECRET or the file "secret" of the data folder: keep that apart.`,
  operands: 'FILE',
  options: {},
  async run({ positionals: [name = ''] }) {
    const config = readProcessConfig();
    const file = resolve(name);
    const files = new FileStorage(config.dataDir, config.fileStorage);
    const database = await openDatabase(config);
    await withPostgresStoppedOnSignal(database, async () => {
      await bringUpToDate(database);
      const summary = await writeBackup(database.target, config.dataDir, file, {
        passphrase: config.backups.passphrase,
        archives: config.backups.folder,
        files,
        secret: await readSecret(config),
      });
      const { size } = await stat(file);
      await recordBackup(database, 'backup_made', `Made a backup: ${summaryText(summary)}`);
      await files.close();
      console.log(`Wrote ${file}: ${summaryText(summary)}, ${bytesText(size)}`);
    });
  },
};
