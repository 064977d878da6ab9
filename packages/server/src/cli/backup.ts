import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeBackup } from '../platform/backup/write.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { bytesText, summaryText } from './messages.ts';
import type { Command } from './command.ts';
import { bringUpToDate, recordBackup } from './database.ts';
import { openDatabase } from '../platform/database/embedded/open.ts';
import { withPostgresStoppedOnSignal } from './signals.ts';

export const backup: Command = {
  name: 'backup',
  details: `Writes the database and the files of the data folder into one archive (.tar.gz). A server may be running.
The archive contains all data and the key that signs sessions: protect it like the server. It is encrypted if
MILEPOST_BACKUP_PASSPHRASE is set.`,
  operands: 'FILE',
  options: {},
  async run({ positionals: [name = ''] }) {
    const config = readProcessConfig();
    const file = resolve(name);
    const database = await openDatabase(config);
    await withPostgresStoppedOnSignal(database, async () => {
      await bringUpToDate(database);
      const { rows, files } = await writeBackup(database.target, config.dataDir, file, {
        passphrase: config.backups.passphrase,
        archives: config.backups.folder,
      });
      const { size } = await stat(file);
      await recordBackup(database, 'backup_made', `Made a backup: ${summaryText({ rows, files })}`);
      console.log(`Wrote ${file}: ${summaryText({ rows, files })}, ${bytesText(size)}`);
    });
  },
};
