import { Viewer } from '@milepost/core/roles';
import { contextFor, makeServices } from '../../app/services.ts';
import { importArchive } from '../../modules/imports/commands.ts';
import { importsModule } from '../../modules/imports/module.ts';
import { connect, type ConnectionTarget } from '../../platform/database/connect.ts';
import { startJobs } from '../../platform/jobs/runner.ts';

/** A command for a separate process, which a test may kill or measure. */
export interface ImportProcessOptions {
  target: ConnectionTarget;
  dataDir: string;
  /** Import this archive and exit; without it, process the queue until killed. */
  archive?: string;
  /** Kills itself with SIGKILL as soon as this phase begins. */
  dieAt?: string;
}

/** Runs in the child. */
async function main(wish: ImportProcessOptions): Promise<void> {
  const { db, pool } = connect(wish.target);
  const services = makeServices(db, { url: 'http://milepost.test', dataDir: wish.dataDir });
  if (wish.archive === undefined) {
    await startJobs(pool, services, importsModule.jobs ?? [], () => {});
    return;
  }
  const report = await importArchive(contextFor(services, new Viewer(null, true)), wish.archive, {
    onProgress: ({ phase }) => {
      if (phase === wish.dieAt) process.kill(process.pid, 'SIGKILL');
    },
  });
  await db.destroy();
  process.stdout.write(JSON.stringify({ report, peakKilobytes: process.resourceUsage().maxRSS }));
}

const [wish] = process.argv.slice(2);
if (wish !== undefined) await main(JSON.parse(wish) as ImportProcessOptions);
