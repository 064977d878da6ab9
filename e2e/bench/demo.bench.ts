// DL-IM-05: how much longer the first start takes because the sample group has code, merge requests, deployments and findings.
import { parseDay, type Day } from '@milepost/core/days';
import pg from 'pg';
import { hasDemo, loadDemo } from '../../packages/server/src/app/demo/load.ts';
import { makeServices } from '../../packages/server/src/app/services.ts';
import { connect, type ConnectionTarget } from '../../packages/server/src/platform/database/connect.ts';
import { openDatabase } from '../../packages/server/src/platform/database/embedded/open.ts';
import { migrate } from '../../packages/server/src/platform/database/migrate.ts';
import { figure, holdTarget, percentile, printTable } from './lib/figures.ts';
import { freshData, type Running } from './lib/milepost.ts';
import { commandsMs, processorClock } from './lib/processor.ts';

const RUNS = 5;
const TARGET_MS = 2_000;
const today = parseDay('2026-11-21') as Day;
const wanted = { repositories: 1, commits: true, mergeRequests: true, environments: 3, waiting: 1, findings: true };

interface Timed {
  ms: number;
  /** Of the server, PostgreSQL and git, which other load hardly affects. */
  processorMs: number;
}

/** Loads the sample group into a new database, as the first start does. */
async function load(hasDelivery: boolean): Promise<Timed> {
  const data = freshData();
  const database = await openDatabase({ databaseUrl: null, dataDir: data.folder });
  try {
    await migrate(database.target);
    const { db } = connect(database.target);
    const services = makeServices(db, { url: 'http://milepost.test', dataDir: data.folder });
    // Opens the connection that the sample group is loaded through, whose processor time counts.
    await hasDemo(services);
    const clock = await processorClock(data.folder, { process } as unknown as Running);
    const used = (): number => clock() + commandsMs();
    const [began, usedBefore] = [performance.now(), used()];
    await loadDemo(services, today, 'a long sample password', { hasDelivery });
    const [ms, processorMs] = [performance.now() - began, used() - usedBefore];
    if (hasDelivery) await requireDelivery(database.target);
    services.git.stop();
    await db.destroy();
    return { ms, processorMs };
  } finally {
    await database.stop();
    data.remove();
  }
}

async function requireDelivery(target: ConnectionTarget): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  const { rows } = await client.query<typeof wanted>(`
    SELECT (SELECT count(*) FROM repositories)::int AS repositories,
      (SELECT bool_and(size_bytes > 0 AND default_branch IS NOT NULL) FROM repositories) AS commits,
      (SELECT count(*) > 1 FROM merge_requests) AS "mergeRequests",
      (SELECT count(*) FROM environments)::int AS environments,
      (SELECT count(*) FROM deployments WHERE status = 'blocked')::int AS waiting,
      (SELECT count(*) > 1 FROM vulnerabilities) AS findings`);
  await client.end();
  const found = JSON.stringify(rows[0]);
  if (found !== JSON.stringify(wanted)) throw new Error(`The sample group is incomplete: ${found}`);
}

const [without, whole]: [Timed[], Timed[]] = [[], []];
// The first load compiles the code.
await load(true);
for (let run = 0; run < RUNS; run += 1) {
  without.push(await load(false));
  whole.push(await load(true));
}
const median = (runs: readonly Timed[], what: keyof Timed): number =>
  percentile(
    runs.map((each) => each[what]),
    0.5,
  );
const added = (what: keyof Timed): number => median(whole, what) - median(without, what);
printTable(
  `Sample group, loaded at the first start, median of ${RUNS}`,
  ['what', 'ms', 'processor ms'],
  [
    ['without code and deliveries', figure(median(without, 'ms')), figure(median(without, 'processorMs'))],
    ['with them', figure(median(whole, 'ms')), figure(median(whole, 'processorMs'))],
    ['difference', figure(added('ms')), figure(added('processorMs'))],
  ],
);
holdTarget('DL-IM-05', 'code and deliveries, ms', added('ms'), TARGET_MS);
