// Bulk changes, and what other requests notice of them: closing 10,000 issues, moving and removing a group of 100,000 items, and the
// visibility of 1,000,000. How long the request takes, when everything is complete, how long anybody waits for a lock, the slowest
// statement, and the times of reads and writes in the same group meanwhile. It changes the data for good: give it a copy.
// CHANGES=remove,visibility: only these.
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
const PART_ITEMS = 100_000;
const chosen = (process.env['CHANGES'] ?? 'close,move,remove,visibility').split(',');

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

async function query<Data>(document: string): Promise<Data> {
  const response = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ query: document }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: { message: string }[] };
  if (errors) throw new Error(errors.map(({ message }) => message).join(', '));
  return data;
}

interface Issue {
  project_id: number;
  iid: number;
}

const { rows: groups } = await pool.query<{ id: number; visibility: string }>(
  'SELECT id::int, visibility FROM namespaces WHERE full_path = $1',
  [bigGroup],
);
const [found] = groups;
if (!found) throw new Error('The generated group is missing');
const group = found;
const below = `traversal_ids[1] = ${group.id}`;
// None of the group that is moved and removed.
const { rows: issues } = await pool.query<Issue>(
  `SELECT w.namespace_id::int AS project_id, w.iid FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
   WHERE n.${below} AND w.type = 'issue' AND w.parent_id IS NOT NULL AND n.traversal_ids[2] IN (
     SELECT id FROM namespaces WHERE traversal_ids[1] = ${group.id} AND cardinality(traversal_ids) = 2 ORDER BY id DESC LIMIT 20)
   ORDER BY hashint8(w.id) LIMIT 500`,
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
  slowest: { ms: number; statement: string };
}

/** Sends these requests, one of each kind at a time, until `end` is called. */
function watching(): { end(): Promise<Watched> } {
  const over = new AbortController();
  const watched: Watched = { samples: {}, longestWait: 0, slowest: { ms: 0, statement: '' } };
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
      const running = await longestStatement(pool);
      if (running && running.ms > watched.slowest.ms) watched.slowest = running;
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

/** The statement that has been running longest. */
async function longestStatement(db: pg.Pool): Promise<Watched['slowest'] | null> {
  const { rows } = await db.query<Watched['slowest']>(
    `SELECT (extract(epoch FROM clock_timestamp() - query_start) * 1000)::float AS ms,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 100) AS statement
     FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend'
     ORDER BY query_start LIMIT 1`,
  );
  return rows[0] ?? null;
}

const results: string[][] = [];

function add(name: string, request: number | null, complete: number | null, watched: Watched): void {
  const row = [
    name,
    request === null ? '' : figure(request),
    complete === null ? '' : figure(complete / 1000),
    figure(watched.longestWait),
    ...Object.values(watched.samples).map(
      (samples) => `${figure(percentile(samples, 0.5))}, ${figure(percentile(samples, 0.99))}`,
    ),
  ];
  results.push(row);
  // A run takes minutes: what is known is shown.
  console.log(row.join(' | '));
  console.log(`  slowest statement: ${figure(watched.slowest.ms)} ms: ${watched.slowest.statement}`);
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

if (chosen.includes('close')) await closeIssues();
if (chosen.includes('move') || chosen.includes('remove')) await moveAndRemove();
if (chosen.includes('visibility')) await changeVisibility();

await close();
await server.stop();
printTable(
  'Bulk changes beside 1,000,000 issues and 100,000 epics; others: p50, p99 in ms',
  ['change', 'request ms', 'complete s', 'longest wait ms', ...Object.keys(others)],
  results,
);

/** Issues with a label, chosen all over the group; only these are closed. */
async function closeIssues(): Promise<void> {
  const { id: labelId } = (await send('POST', `/groups/${group.id}/labels`, {
    name: `bulk ${Date.now()}`,
    color: '#c91c00',
  })) as { id: number };
  await pool.query(
    `INSERT INTO work_item_labels (work_item_id, label_id)
     SELECT w.id, $1 FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
     WHERE n.${below} AND w.type = 'issue' AND w.state = 'opened' ORDER BY hashint8(w.id) DESC LIMIT ${CLOSED}`,
    [labelId],
  );
  const { rows: labels } = await pool.query<{ title: string }>('SELECT title FROM labels WHERE id = $1', [labelId]);
  await measure(
    `close ${CLOSED.toLocaleString('en')} issues`,
    async () => {
      const filters = `state=opened&label_name[]=${encodeURIComponent(labels[0]?.title ?? '')}`;
      const { workItemBulkUpdateStart: started } = await query<{ workItemBulkUpdateStart: { errors: string[] } }>(
        `mutation { workItemBulkUpdateStart(input: {
          fullPath: "${bigGroup}", list: ISSUES, filters: "${filters}", title: "Close", stateEvent: CLOSE }) { errors } }`,
      );
      if (started.errors.length > 0) throw new Error(started.errors.join(', '));
    },
    async () => (await pool.query(`SELECT FROM bulk_updates WHERE status = 'pending'`)).rowCount === 0,
  );
}

async function makeGroup(name: string, parent: number | null): Promise<number> {
  const path = `${name}-${Date.now()}`;
  const input = { name: path, path, visibility: 'public', ...(parent !== null && { parent_id: parent }) };
  return ((await send('POST', '/groups', input)) as { id: number }).id;
}

async function isTransferred(): Promise<boolean> {
  return (await pool.query(`SELECT FROM namespace_transfers WHERE status = 'pending'`)).rowCount === 0;
}

/** Teams with at least so many items become one group, which is moved, and removed. */
async function moveAndRemove(): Promise<void> {
  const { rows: teams } = await pool.query<{ id: number; items: number }>(
    `SELECT team.id::int, count(*)::int AS items FROM namespaces team
     JOIN namespaces n ON n.traversal_ids[2] = team.id JOIN work_items w ON w.namespace_id = n.id
     WHERE team.traversal_ids[1] = ${group.id} AND cardinality(team.traversal_ids) = 2 AND team.kind = 'group'
     GROUP BY team.id ORDER BY team.id`,
  );
  const part = await makeGroup('part', group.id);
  let items = 0;
  for (const team of teams) {
    if (items >= PART_ITEMS) break;
    await send('POST', `/groups/${team.id}/transfer`, { group_id: part });
    items += team.items;
  }
  const size = items.toLocaleString('en');
  if (chosen.includes('move')) {
    await move(`move ${size} items within a top-level group`, part, await makeGroup('beside', group.id));
    await move(`move ${size} items to another top-level group`, part, await makeGroup('elsewhere', null));
  }
  if (chosen.includes('remove')) await removeGroup(`remove ${size} items`, part);
}

async function move(name: string, part: number, target: number): Promise<void> {
  await measure(name, () => send('POST', `/groups/${part}/transfer`, { group_id: target }), isTransferred);
  const { rows: failures } = await pool.query<{ failure: string }>(
    `SELECT failure FROM namespace_transfers WHERE status = 'failed'`,
  );
  for (const { failure } of failures) console.log(`The transfer failed: ${failure}`);
}

async function removeGroup(name: string, id: number): Promise<void> {
  await send('DELETE', `/groups/${id}`);
  const { rows: deleted } = await pool.query<{ path: string }>(
    'SELECT full_path AS path FROM namespaces WHERE id = $1',
    [id],
  );
  const path = encodeURIComponent(deleted[0]?.path ?? '');
  await measure(
    name,
    () => send('DELETE', `/groups/${id}?permanently_remove=true&full_path=${path}`),
    async () => (await pool.query(`SELECT FROM namespaces WHERE id = $1`, [id])).rowCount === 0,
  );
}

async function changeVisibility(): Promise<void> {
  await measure(
    'public to private',
    () => send('PUT', `/groups/${group.id}`, { visibility: 'private', lower_descendants: true }),
    isMoved,
  );
  // As a person would make every subgroup and project public again.
  await pool.query(`UPDATE namespaces SET visibility = 'public' WHERE ${below} AND id <> ${group.id}`);
  await measure('private to public', () => send('PUT', `/groups/${group.id}`, { visibility: 'public' }), isMoved);
}
