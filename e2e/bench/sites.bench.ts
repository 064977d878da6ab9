// Two sites on one machine: how far a secondary is behind under 100 changes a second, what its roadmap reads take compared with the
// primary's, when its pages learn of a change, and how long it catches up after a cut of the line of replication. The argument is the
// length of the cut in seconds, 600 by default.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localDayOf } from '@milepost/core/days';
import type { WorkItemId } from '@milepost/core/ids';
import { demoGroup, loadDemo } from '../../packages/server/src/app/demo/load.ts';
import { buildServer } from '../../packages/server/src/app/server.ts';
import { makeServices } from '../../packages/server/src/app/services.ts';
import type { Services } from '../../packages/server/src/platform/context.ts';
import { connect } from '../../packages/server/src/platform/database/connect.ts';
import { notify } from '../../packages/server/src/platform/live/channel.ts';
import { readLogState, ReplayedPosition } from '../../packages/server/src/platform/sites/position.ts';
import { Site } from '../../packages/server/src/platform/sites/site.ts';
import { startPair } from '../../packages/server/src/testing/clusters.ts';
import { fingerprint } from '../../packages/server/src/testing/fingerprint.ts';
import { openLive, type LivePage } from '../../packages/server/src/testing/live.ts';
import { figure, holdTarget, load, percentile, printTable } from './lib/figures.ts';

const CHANGES_PER_SECOND = 100;
const STEADY_SECONDS = 30;
const READS = 200;
const PARALLEL_READS = 8;
const PARALLEL_SECONDS = 10;
const NOTICES = 50;
const cutSeconds = Number(process.argv[2] ?? 600);
const document = `query ($path: ID!) { group(fullPath: $path) { epics(first: 50) { nodes {
  title startDate dueDate state labels { nodes { title color } } descendantCounts { openedEpics openedIssues closedIssues } } } } }`;

const pair = await startPair();
const dataDir = await mkdtemp(join(tmpdir(), 'milepost-bench-sites-'));
const secret = 's'.repeat(32);
const { db, pool } = connect(pair.primary.target, { size: 10 });
const { db: copy } = connect(pair.standby.target, { size: 10 });
const services: Services = makeServices(db, { url: 'http://localhost', dataDir }, { secret, mailer: null });
await loadDemo(services, localDayOf(new Date()), 'a password of the bench');
await pool.query('ANALYZE');
type Server = Awaited<ReturnType<typeof buildServer>>;
const open = (own: Services): Promise<Server> => buildServer({ services: own, logLevel: 'silent', secret, dataDir });
services.site.name = 'Home';
const site = new Site(copy, 'Away');
site.name = 'Away';
site.setRole('secondary');
const [home, away] = [await open(services), await open({ ...services, db: copy, site })];
site.primaryUrl = await home.listen({ host: '127.0.0.1', port: 0 });
const replayed = new ReplayedPosition(copy);
const CHANGE = 'UPDATE work_items SET weight = $2, updated_at = now() WHERE id = $1';
const { rows: issues } = await pool.query<{ id: WorkItemId }>(
  "SELECT id FROM work_items WHERE type = 'issue' AND parent_id IS NOT NULL ORDER BY id",
);

/** Changes weights of issues at a constant rate until stopped, with the sums of their epics; returns how many changes there were. */
function change(): { stop: () => Promise<number> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let count = 0;
  const running = (async () => {
    const began = performance.now();
    while (!signal.aborted) {
      const due = Math.floor(((performance.now() - began) / 1_000) * CHANGES_PER_SECOND);
      for (; count < due && !signal.aborted; count += 1) {
        await pool.query(CHANGE, [issues[count % issues.length]?.id, count % 20]);
      }
      await sleep(2);
    }
    return count;
  })();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** Milliseconds until the standby has what the primary has now. */
async function lag(timeoutMs: number): Promise<number> {
  const { position } = await readLogState(db);
  const began = performance.now();
  if (!(await replayed.reaches(position, timeoutMs))) throw new Error('The secondary does not catch up');
  return performance.now() - began;
}

async function read(server: Server): Promise<number> {
  const began = performance.now();
  const payload = { query: document, variables: { path: demoGroup } };
  const answer = await server.inject({ method: 'POST', url: '/api/graphql', payload });
  if (answer.statusCode !== 200 || answer.body.includes('"errors"')) throw new Error(answer.body.slice(0, 300));
  return performance.now() - began;
}

/** Milliseconds from a commit until a page of each site gets its message. */
async function notices(): Promise<{ home: number[]; away: number[] }> {
  const origins = [site.primaryUrl ?? '', await away.listen({ host: '127.0.0.1', port: 0 })];
  const [near, far] = await Promise.all(origins.map((origin) => openLive(`${origin}/-/live?group=${demoGroup}`)));
  const { rows } = await pool.query<{ id: WorkItemId }>("SELECT id FROM work_items WHERE type = 'epic' LIMIT 1");
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The sample group has no epic');
  const waits: { home: number[]; away: number[] } = { home: [], away: [] };
  const wait = async (page: LivePage | undefined, into: number[], since: number): Promise<void> => {
    await page?.until(({ epics }) => epics.includes(id));
    into.push(performance.now() - since);
    page?.forget();
  };
  for (let index = 0; index < NOTICES; index += 1) {
    await notify(db, { items: [{ id }] });
    const since = performance.now();
    await Promise.all([wait(near, waits.home, since), wait(far, waits.away, since)]);
    // Messages that follow soon are sent together.
    await sleep(250);
  }
  for (const page of [near, far]) page?.close();
  return waits;
}

await lag(60_000);
const began = performance.now();
const steady = change();
const lags: number[] = [];
for (const until = performance.now() + STEADY_SECONDS * 1_000; performance.now() < until;) {
  lags.push(await lag(60_000));
  await sleep(50);
}
const times: { home: number[]; away: number[] } = { home: [], away: [] };
for (let index = 0; index < READS; index += 1) {
  times.home.push(await read(home));
  times.away.push(await read(away));
}
const parallel = async (server: Server) => (await load(PARALLEL_READS, PARALLEL_SECONDS, () => read(server))).perSecond;
const reads = { home: await parallel(home), away: await parallel(away) };
const noticed = await notices();
const perSecond = (await steady.stop()) / ((performance.now() - began) / 1_000);

const during = change();
pair.line.cut();
await sleep(cutSeconds * 1_000);
pair.line.restore();
const restored = performance.now();
for (;;) {
  if ((await lag(600_000)) < 1_000) break;
}
const caughtUp = performance.now() - restored;
const changes = await during.stop();
await lag(60_000);
const [one, other] = [await fingerprint(db), await fingerprint(copy)];
const different = Object.keys(one).filter((table) => one[table] !== other[table]);

printTable(
  'Two sites on one machine',
  ['What', 'Figure'],
  [
    [`Lag at ${perSecond.toFixed(0)} changes a second, median`, `${figure(percentile(lags, 0.5))} ms`],
    ['Lag, 95th percentile', `${figure(percentile(lags, 0.95))} ms`],
    ['Roadmap read at the primary, median', `${figure(percentile(times.home, 0.5))} ms`],
    ['Roadmap read at the secondary, median', `${figure(percentile(times.away, 0.5))} ms`],
    ['Roadmap read at the primary, 95th percentile', `${figure(percentile(times.home, 0.95))} ms`],
    ['Roadmap read at the secondary, 95th percentile', `${figure(percentile(times.away, 0.95))} ms`],
    [`Roadmap reads a second of ${PARALLEL_READS} clients, primary`, figure(reads.home)],
    [`Roadmap reads a second of ${PARALLEL_READS} clients, secondary`, figure(reads.away)],
    ['A page of the primary learns of a change after, median', `${figure(percentile(noticed.home, 0.5))} ms`],
    ['A page of the secondary, median', `${figure(percentile(noticed.away, 0.5))} ms`],
    [`Changes during a cut of ${cutSeconds} s`, changes.toLocaleString('en')],
    ['Lag below 1 s after', `${figure(caughtUp / 1_000)} s`],
    ['Tables that differ afterwards', String(different.length)],
  ],
);
holdTarget('OG-ST-13', 'lag in ms, 95th percentile', percentile(lags, 0.95), 1_000);
holdTarget(
  'OG-ST-13',
  'read at the secondary / at the primary',
  percentile(times.away, 0.5) / percentile(times.home, 0.5),
  1.2,
);
holdTarget('OG-ST-12', 'seconds until the lag is below 1 s', caughtUp / 1_000, 60);
holdTarget('OG-ST-12', 'tables that differ', different.length, 0);

for (const server of [home, away]) {
  const cutting = setInterval(() => server.server.closeAllConnections(), 20);
  await server.close();
  clearInterval(cutting);
}
await Promise.all([db.destroy(), copy.destroy()]);
await pair.end();
await rm(dataDir, { recursive: true, force: true });
