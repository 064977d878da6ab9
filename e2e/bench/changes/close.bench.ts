// What a write of an issue seven levels deep costs, with the roll-ups of every ancestor: closing, reopening, labels, dates and comments by
// one writer, with the WAL of each; then closing by eight at once, under one root and under eight, beside what the disk allows: commits of
// one small row each.
import { Agent, request } from 'node:http';
import { adminToken, bigGroup, ensureBigGroup } from '../lib/big.ts';
import { poolOn } from '../lib/database.ts';
import { figure, load, percentile, printTable, type Load } from '../lib/figures.ts';
import { keptData, serve } from '../lib/milepost.ts';
import { processorClocks } from '../lib/processor.ts';

const SECONDS = 10;
/** Writes from which the WAL of one is averaged. */
const WARM_WRITES = 200;
const COLD_WRITES = 20;
const WRITERS = 8;

interface Issue {
  project_id: number;
  iid: number;
}

await ensureBigGroup();
const server = await serve(keptData);
const token = await adminToken();
const { pool, close } = await poolOn(keptData, 1);
const { rows: roots } = await pool.query<{ issues: Issue[] }>(
  `WITH deep AS (
     SELECT w.namespace_id AS project_id, w.iid, w.ancestor_ids[1] AS top FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
     WHERE w.type = 'issue' AND w.state = 'opened' AND cardinality(w.ancestor_ids) = 7 AND n.full_path LIKE $1
   )
   SELECT json_agg(json_build_object('project_id', project_id, 'iid', iid)) AS issues
   FROM deep GROUP BY top ORDER BY count(*) DESC LIMIT ${WRITERS}`,
  [`${bigGroup}/%`],
);
// The root with the most issues seven levels below it.
const [underOne = []] = roots.map(({ issues }) => issues);
if (underOne.length < WRITERS || roots.length < WRITERS) {
  throw new Error('The generated group has too few issues seven levels deep');
}

type Write = (issue: Issue, turn: number) => Promise<void>;

const agent = new Agent({ keepAlive: true });

/** At little cost: client and server share this machine. */
function send(method: string, { project_id, iid }: Issue, input: object, below = ''): Promise<void> {
  const body = JSON.stringify(input);
  const headers = {
    'private-token': token,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const url = `${server.url}/api/v4/projects/${project_id}/issues/${iid}${below}`;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${method} ${url} answered ${response.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Alternates closing and reopening, so that there is always something to close: both do the same work. */
const toggle: Write = (issue, turn) => send('PUT', issue, { state_event: turn % 2 === 0 ? 'close' : 'reopen' });
const writes: Record<string, Write> = {
  'close, reopen': toggle,
  relabel: (issue, turn) =>
    send('PUT', issue, turn % 2 === 0 ? { add_labels: ['label-7'] } : { remove_labels: ['label-7'] }),
  'change a date': (issue, turn) => send('PUT', issue, { due_date: `2026-0${(turn % 9) + 1}-15` }),
  comment: (issue, turn) => send('POST', issue, { body: `Comment ${turn}, seen while measuring` }, '/notes'),
};

/** Each worker has issues of its own, under one root or each under its own, and writes twice to each in turn: few have a long history. */
function writing(write: Write, ofWorkers: readonly (readonly Issue[])[]): Promise<Load> {
  const turns = ofWorkers.map(() => 0);
  return load(ofWorkers.length, SECONDS, async (worker) => {
    const turn = turns[worker] ?? 0;
    turns[worker] = turn + 1;
    const issues = ofWorkers[worker] as readonly Issue[];
    await write(issues[Math.floor(turn / 2) % issues.length] as Issue, turn);
  });
}

/** The issues of each of the writers, from one list. */
const dealt = (issues: readonly Issue[]) =>
  Array.from({ length: WRITERS }, (_, worker) => issues.filter((__, index) => index % WRITERS === worker));

/** Bytes of WAL of one write, to different issues in turn. After a checkpoint the first change of a page writes the whole page. */
async function walOf(write: Write, count: number, issues: readonly Issue[], isCold: boolean): Promise<number> {
  let bytes = 0;
  for (let at = 0; at < count; at++) {
    if (isCold) await pool.query('CHECKPOINT');
    const { rows: before } = await pool.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn() AS lsn');
    await write(issues[Math.floor(at / 2) % issues.length] as Issue, at);
    const { rows: after } = await pool.query<{ bytes: string }>(
      'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) AS bytes',
      [before[0]?.lsn],
    );
    bytes += Number(after[0]?.bytes);
  }
  return bytes / count;
}

const costs: string[][] = [];
for (const [name, write] of Object.entries(writes)) {
  const { samples, perSecond } = await writing(write, [underOne]);
  // Twice over few issues, so that their pages are complete in the WAL already.
  await walOf(write, 16, underOne.slice(0, 8), false);
  const warm = await walOf(write, WARM_WRITES, underOne.slice(0, 8), false);
  const cold = await walOf(write, COLD_WRITES, underOne.slice(8), true);
  costs.push([
    name,
    figure(percentile(samples, 0.5)),
    figure(percentile(samples, 0.99)),
    figure(perSecond),
    figure(warm / 1000),
    figure(cold / 1000),
  ]);
}
const clocks = await processorClocks(keptData, server);

/** Figures of a load: times, rate, and the processor time of one call in the server and in PostgreSQL. */
async function row(name: string, measured: () => Promise<Load>): Promise<string[]> {
  const before = clocks();
  const { samples, perSecond, calls } = await measured();
  const after = clocks();
  const each = [(after.server - before.server) / calls, (after.postgres - before.postgres) / calls];
  return [name, ...[percentile(samples, 0.5), percentile(samples, 0.99), perSecond, ...each].map(figure)];
}

/** The lower bound set by the disk: commits of one row, by as many connections as there are writers. */
async function committing(writers: number): Promise<Load> {
  const { pool: wide, close: closeWide } = await poolOn(keptData, writers);
  await wide.query('CREATE TABLE IF NOT EXISTS bench_commits (id bigint)');
  const measured = await load(writers, SECONDS, () => wide.query('INSERT INTO bench_commits VALUES (1)'));
  await wide.query('DROP TABLE bench_commits');
  await closeWide();
  return measured;
}

const eight = roots.map(({ issues }) => issues);
const rows = [
  await row('one small row, 1', () => committing(1)),
  await row(`one small row, ${WRITERS}`, () => committing(WRITERS)),
  await row('close, 1', () => writing(toggle, [underOne])),
  await row(`close, ${WRITERS} under one root`, () => writing(toggle, dealt(underOne))),
  await row(`close, ${WRITERS} under eight roots`, () => writing(toggle, eight)),
];
agent.destroy();
await close();
await server.stop();
printTable(
  'A write of an issue seven levels deep, one writer',
  ['write', 'p50 ms', 'p99 ms', 'writes/s', 'WAL kB', 'WAL kB after a checkpoint'],
  costs,
);
printTable(
  'Closing an issue seven levels deep, and committing one small row',
  ['what, and writers', 'p50 ms', 'p99 ms', 'changes/s', 'server CPU ms', 'PostgreSQL CPU ms'],
  rows,
);
