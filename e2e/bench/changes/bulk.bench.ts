// Bulk changes of 1,000,000 items, and what other requests notice of them: how long the request takes, when everything is complete, how
// long anybody waits for a lock, and the times of reads and writes in the same group meanwhile.
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { adminToken, bigGroup, ensureBigGroup } from '../lib/big.ts';
import { poolOn } from '../lib/database.ts';
import { figure, percentile, printTable } from '../lib/figures.ts';
import { keptData, serve } from '../lib/milepost.ts';

const BASELINE_SECONDS = 15;
const POLL_MS = 50;
const LOCK_SAMPLE_MS = 10;
const PAUSE_MS = 20;
const CLOSED = 10_000;
const CLOSED_AT_ONCE = 100;

await ensureBigGroup();
const server = await serve(keptData);
const token = await adminToken();
const { pool, close } = await poolOn(keptData, 3);

async function send(method: string, path: string, input?: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v4${path}`, {
    method,
    headers: { 'private-token': token, 'content-type': 'application/json' },
    ...(input && { body: JSON.stringify(input) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

async function query(document: string): Promise<void> {
  const response = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ query: document }),
  });
  const { errors } = (await response.json()) as { errors?: { message: string }[] };
  if (errors) throw new Error(errors.map(({ message }) => message).join(', '));
}

interface Issue {
  project_id: number;
  iid: number;
}

const { rows: groups } = await pool.query<{ id: number; visibility: string }>(
  'SELECT id::int, visibility FROM namespaces WHERE full_path = $1',
  [bigGroup],
);
const [group] = groups;
if (!group) throw new Error('The generated group is missing');
const below = `traversal_ids[1] = ${group.id}`;
const { rows: issues } = await pool.query<Issue>(
  `SELECT w.namespace_id::int AS project_id, w.iid FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
   WHERE n.${below} AND w.type = 'issue' AND w.parent_id IS NOT NULL ORDER BY hashint8(w.id) LIMIT 500`,
);

/** What people do meanwhile. */
const others: Record<string, (turn: number) => Promise<unknown>> = {
  'list of epics': (turn) => send('GET', `/groups/${group.id}/epics?per_page=20&page=${1 + (turn % 5)}`),
  issue: (turn) => {
    const { project_id, iid } = issues[turn % issues.length] as Issue;
    return send('GET', `/projects/${project_id}/issues/${iid}`);
  },
  'close, reopen': (turn) => {
    const { project_id, iid } = issues[Math.floor(turn / 2) % issues.length] as Issue;
    const state_event = turn % 2 === 0 ? 'close' : 'reopen';
    return send('PUT', `/projects/${project_id}/issues/${iid}`, { state_event });
  },
};

interface Watched {
  samples: Record<string, number[]>;
  longestWait: number;
  longestTransaction: number;
}

/** Sends these requests, one of each kind at a time, until `end` is called. */
function watching(): { end(): Promise<Watched> } {
  const over = new AbortController();
  const watched: Watched = { samples: {}, longestWait: 0, longestTransaction: 0 };
  const keepSending = async (name: string, request: (turn: number) => Promise<unknown>) => {
    const samples = (watched.samples[name] = [] as number[]);
    for (let turn = 0; !over.signal.aborted; turn++) {
      const began = performance.now();
      await request(turn);
      samples.push(performance.now() - began);
      await setTimeout(PAUSE_MS);
    }
  };
  const keepSampling = async () => {
    while (!over.signal.aborted) {
      watched.longestWait = Math.max(watched.longestWait, await longestWait(pool));
      await setTimeout(LOCK_SAMPLE_MS);
    }
  };
  const running = Promise.all([
    ...Object.entries(others).map(([name, request]) => keepSending(name, request)),
    keepSampling(),
  ]);
  return {
    async end() {
      over.abort();
      await running;
      return watched;
    },
  };
}

/** How long the connection that waits longest for a lock has been waiting, in ms. */
async function longestWait(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ ms: number | null }>(
    `SELECT max(extract(epoch FROM clock_timestamp() - waitstart) * 1000)::float AS ms FROM pg_locks WHERE NOT granted`,
  );
  return rows[0]?.ms ?? 0;
}

const results: string[][] = [];

function add(name: string, request: number | null, complete: number | null, watched: Watched): void {
  results.push([
    name,
    request === null ? '' : figure(request),
    complete === null ? '' : figure(complete / 1000),
    figure(watched.longestWait),
    ...Object.values(watched.samples).map(
      (samples) => `${figure(percentile(samples, 0.5))}, ${figure(percentile(samples, 0.99))}`,
    ),
  ]);
}

/** Runs a change, and watches the others until `isDone`. */
async function measure(name: string, change: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  const watch = watching();
  const began = performance.now();
  await change();
  const answered = performance.now() - began;
  while (!(await isDone())) await setTimeout(POLL_MS);
  const complete = performance.now() - began;
  add(name, answered, complete, await watch.end());
}

async function isMoved(): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM audience_moves LIMIT 1');
  const { rowCount: pending } = await pool.query('SELECT FROM visibility_changes WHERE finished_at IS NULL');
  return rowCount === 0 && pending === 0;
}

const base = watching();
await setTimeout(BASELINE_SECONDS * 1000);
add('nothing else', null, null, await base.end());

await measure(
  'public to private',
  () => send('PUT', `/groups/${group.id}`, { visibility: 'private', lower_descendants: true }),
  isMoved,
);
// As a person would make every subgroup and project public again.
await pool.query(`UPDATE namespaces SET visibility = 'public' WHERE ${below} AND id <> ${group.id}`);
await measure('private to public', () => send('PUT', `/groups/${group.id}`, { visibility: 'public' }), isMoved);

// As the pages of lists do: a hundred at a time.
const { rows: many } = await pool.query<{ id: number }>(
  `SELECT w.id::int FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
   WHERE n.${below} AND w.type = 'issue' AND w.state = 'opened' ORDER BY hashint8(w.id) DESC LIMIT ${CLOSED}`,
);
await measure(
  `close ${CLOSED.toLocaleString('en')} issues`,
  async () => {
    for (let at = 0; at < many.length; at += CLOSED_AT_ONCE) {
      const ids = many.slice(at, at + CLOSED_AT_ONCE).map(({ id }) => `"gid://gitlab/WorkItem/${id}"`);
      await query(`mutation { workItemBulkUpdate(input: { ids: [${ids.join()}], stateEvent: CLOSE }) { errors } }`);
    }
  },
  () => Promise.resolve(true),
);

await close();
await server.stop();
printTable(
  'Bulk changes of 1,000,000 issues and 100,000 epics; others: p50, p99 in ms',
  ['change', 'request ms', 'complete s', 'longest wait ms', ...Object.keys(others)],
  results,
);
