import { readProcessConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/embedded/open.ts';
import type { Command } from './command.ts';
import { bringUpToDate } from './database.ts';
import { withPostgresStoppedOnSignal } from './signals.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  details: 'Brings the database up to date. Safe to run from several machines at once, and while a server runs.',
  options: {},
  async run() {
    const database = await openDatabase(readProcessConfig());
    await withPostgresStoppedOnSignal(database, async () => {
      const ran = await bringUpToDate(database);
      for (const name of ran) console.log(`Ran ${name}`);
      console.log(ran.length === 0 ? 'The database is up to date already' : 'The database is up to date');
    });
  },
};
