import { messageOf } from '../platform/util/errors.ts';
import type { Command } from './command.ts';
import { serveOptions } from './serve-options.ts';
import { shutdownSignal } from './signals.ts';
import { Supervisor } from './supervisor.ts';

/** Loads nothing of the server: it is there when the server is not. */
export const start: Command = {
  name: 'start',
  details: 'Runs "milepost serve" in a child process that is restarted when it crashes.',
  options: serveOptions,
  async run(input) {
    const port = input.value('port');
    const supervisor = new Supervisor({
      script: process.argv[1] ?? '',
      args: ['serve', ...(input.isOn('demo') ? ['--demo'] : []), ...(port === undefined ? [] : ['--port', port])],
      requested: shutdownSignal().requested,
      log: (line) => console.error(`${new Date().toISOString()} ${line}`),
    });
    const code = await supervisor.run();
    if (supervisor.hasCrashed) await stopLeftoverDatabase();
    return code;
  },
};

/** The embedded PostgreSQL outlives a killed server, for the next one; after the last one it is stopped here. */
async function stopLeftoverDatabase(): Promise<void> {
  try {
    const { readProcessConfig } = await import('../platform/config/config.ts');
    const config = readProcessConfig();
    if (config.databaseUrl !== null) return;
    const { openDatabase } = await import('../platform/database/embedded/open.ts');
    // The last one to leave stops it.
    const database = await openDatabase(config);
    await database.stop();
  } catch (error) {
    console.error(`While stopping: ${messageOf(error)}`);
  }
}
