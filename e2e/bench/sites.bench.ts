// Two sites on one machine: how far a secondary is behind under 100 changes a second, what its roadmap read takes compared with the
// primary's, and how long it catches up after a cut of both lines. The argument is the length of the cut in seconds, 600 by default.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localDayOf } from '@milepost/core/days';
import { demoGroup, loadDemo } from '../../packages/server/src/app/demo/load.ts';
import { buildServer } from '../../packages/server/src/app/server.ts';
import { makeServices } from '../../packages/server/src/app/services.ts';
import type { Services } from '../../packages/server/src/platform/context.ts';
import { connect } from '../../packages/server/src/platform/database/connect.ts';
import { readLogState, ReplayedPosition } from '../../packages/server/src/platform/sites/position.ts';
import { startPair } from '../../packages/server/src/testing/clusters.ts';
import { fingerprint } from '../../packages/server/src/testing/fingerprint.ts';
import { figure, holdTarget, percentile, printTable } from './lib/figures.ts';

const CHANGES_PER_SECOND = 100;
const STEADY_SECONDS = 30;
const READS = 200;
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
await pool.query('CREATE TABLE bench_changes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)');
type Server = Awaited<ReturnType<typeof buildServer>>;
const open = (own: Services): Promise<Server> => buildServer({ services: own, logLevel: 'silent', secret, dataDir });
const [home, away] = [await open(services), await open({ ...services, db: copy })];
const replayed = new ReplayedPosition(copy);

/** Commits changes at a constant rate until stopped; returns how many there were. */
function change(): { stop: () => Promise<number> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let count = 0;
  const running = (async () => {
    const began = performance.now();
    while (!signal.aborted) {
      const due = Math.floor(((performance.now() - began) / 1_000) * CHANGES_PER_SECOND);
      for (; count < due && !signal.aborted; count += 1) {
        await pool.query("INSERT INTO bench_changes (text) VALUES (repeat('change', 40))");
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

await lag(60_000);
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
const perSecond = (await steady.stop()) / (STEADY_SECONDS + (sum(times.home) + sum(times.away)) / 1_000);

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

await Promise.all([home.close(), away.close()]);
await Promise.all([db.destroy(), copy.destroy()]);
await pair.end();
await rm(dataDir, { recursive: true, force: true });

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
