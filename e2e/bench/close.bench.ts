// What a write of an issue seven levels deep costs, with the roll-ups of every ancestor: closing, reopening, labels, dates and comments by
// one writer, with the WAL of each; then closing by eight at once, under one root and under eight.
import { adminToken, bigGroup, ensureBigGroup } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { figure, load, percentile, printTable, type Load } from './lib/figures.ts';
import { keptData, serve } from './lib/milepost.ts';

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

async function send(method: string, { project_id, iid }: Issue, input: object, below = ''): Promise<void> {
  const response = await fetch(`${server.url}/api/v4/projects/${project_id}/issues/${iid}${below}`, {
    method,
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${method} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
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

/** Each worker has an issue of its own, under one root or each under its own. */
function writing(write: Write, issues: readonly Issue[]): Promise<Load> {
  const turns = issues.map(() => 0);
  return load(issues.length, SECONDS, async (worker) => {
    const turn = turns[worker] ?? 0;
    turns[worker] = turn + 1;
    await write(issues[worker] as Issue, turn);
  });
}

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
  const { samples, perSecond } = await writing(write, underOne.slice(0, 1));
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
const loads: [string, Load][] = [
  ['1', await writing(toggle, underOne.slice(0, 1))],
  ['8 under one root', await writing(toggle, underOne.slice(0, WRITERS))],
  [
    '8 under eight roots',
    await writing(
      toggle,
      roots.map(({ issues }) => issues[0] as Issue),
    ),
  ],
];
await close();
await server.stop();
printTable(
  'A write of an issue seven levels deep, one writer',
  ['write', 'p50 ms', 'p99 ms', 'writes/s', 'WAL kB', 'WAL kB after a checkpoint'],
  costs,
);
printTable(
  'Closing an issue seven levels deep',
  ['writers', 'p50 ms', 'p99 ms', 'changes/s'],
  loads.map(([name, { samples, perSecond }]) => [
    name,
    figure(percentile(samples, 0.5)),
    figure(percentile(samples, 0.99)),
    figure(perSecond),
  ]),
);
