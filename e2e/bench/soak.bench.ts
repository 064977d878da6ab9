// Half an hour of mixed load at 70 % of what the server can do: pages, writes, 200 pages with live updates, imports and bulk changes. Memory,
// waiting rows and dead rows in each third of the time, with response times and errors. MILEPOST_BENCH_MINUTES shortens it.
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminToken } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { persistedHash } from './lib/documents.ts';
import { figure, holdTarget, load, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, freshData, milepost, serve, unlimited } from './lib/milepost.ts';
import { send } from './lib/others.ts';
import { observer, thirdsOf, type Look } from './lib/soak.ts';

const MINUTES = Number(process.env['MILEPOST_BENCH_MINUTES'] ?? 30);
const CLIENTS = 8;
const CAPACITY_SECONDS = 20;
const SHARE_OF_CAPACITY = 0.7;
/** One request in so many is a write. */
const WRITE_EVERY = 20;
const LIVE_PAGES = 200;
const LOOK_EVERY_MS = 5_000;
const BULK_EVERY_MS = 30_000;
const BULK_SIZE = 100;
const IMPORT_EVERY_MS = 60_000;
/** Requests that may be open at once; beyond it the server does not keep up, which is counted. */
const MAX_OPEN = 200;
/** The last third may use so much more memory than the second. */
const MAX_GROWTH = 1.05;
const group = 'soak';
const archive = new URL(
  '../../packages/server/testdata/kubernetes/2026-07-24_23-57-000_kubernetes_export.tar.gz',
  import.meta.url,
).pathname;

interface Issue {
  id: string;
  iid: string;
  project: string;
  fullPath: string;
}

const { folder, remove } = freshData();
await ensureGroup(folder, group, 5_000, 50_000);
await milepost(folder, 'import', archive);
const token = await adminToken(folder);
const server = await serve(folder, { ...unlimited, MILEPOST_LIVE_PER_ADDRESS: String(LIVE_PAGES) });
const { pool, close } = await poolOn(folder, 2);
await pool.query('VACUUM ANALYZE');
const { rows } = await pool.query<Issue>(
  `SELECT w.id, w.iid::text AS iid, w.namespace_id AS project, n.full_path AS "fullPath" FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
   WHERE w.type = 'issue' AND w.state = 'opened' AND NOT w.is_confidential AND n.full_path LIKE $1 ORDER BY w.id % 997, w.id LIMIT 5000`,
  [`${group}/%`],
);
const [changedTogether, issues] = [rows.slice(0, BULK_SIZE), rows.slice(BULK_SIZE)];
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS * 2 });
const issueAt = (turn: number) => issues[turn % issues.length] as Issue;

const look = await observer(pool, server);
// Indexing the new texts is no part of the load.
while ((await look()).waiting > 0) await sleep(1_000);
const { perSecond: capacity } = await load(CLIENTS, CAPACITY_SECONDS, one());
const rate = capacity * SHARE_OF_CAPACITY;
console.log(`${figure(capacity)} requests/s at full load; ${figure(rate)} for ${MINUTES} minutes`);

const looks: Look[] = [];
const answered: { ms: number; isFailed: boolean }[] = [];
const beside = { failures: 0, imports: 0, bulks: 0, unsent: 0 };
const end = performance.now() + MINUTES * 60_000;
const isOver = (): boolean => performance.now() >= end;
const live = Array.from({ length: LIVE_PAGES }, openLive);
await Promise.all([
  offer(),
  every(LOOK_EVERY_MS, async () => void looks.push(await look())),
  every(BULK_EVERY_MS, bulkChange),
  every(IMPORT_EVERY_MS, async () => {
    await milepost(folder, 'import', archive);
    beside.imports += 1;
  }),
]);
const lost = live.filter(({ socket, changes }) => socket.destroyed || changes === 0).length;
for (const { socket } of live) socket.destroy();
agent.destroy();
await close();
await server.stop();
remove();
report();

/** A request of the mix, the next one at each call. Throws for an answer that is no success. */
function one(): () => Promise<void> {
  let turn = 0;
  return async () => {
    turn += 1;
    const [path, method, body] = turn % WRITE_EVERY === 0 ? writeOf(turn / WRITE_EVERY) : readOf(turn);
    const { status, text } = await send(
      agent,
      server.url + path,
      { 'private-token': token },
      body && JSON.stringify(body),
      method,
    );
    // GraphQL reports errors with status 200.
    if (status >= 400 || text.startsWith('{"errors"') || /"errors":\[\{/.test(text))
      throw new Error(`${method} ${path} ${JSON.stringify(body)} was answered with ${status}: ${text.slice(0, 500)}`);
  };
}

type Request = [path: string, method: string, body: object | null];

function readOf(turn: number): Request {
  const { fullPath, iid } = issueAt(turn);
  const start = new Date(Date.UTC(2025, 0, 1) - (turn % 500) * 86_400_000).toISOString().slice(0, 10);
  const asked: [operation: string, variables: object][] = [
    [
      'roadmapGroupEpicsWithColor',
      {
        fullPath: group,
        state: 'opened',
        sort: 'START_DATE_ASC',
        timeframe: { start, end: '2027-12-31' },
        topLevelHierarchyOnly: true,
      },
    ],
    ['issuePage', { fullPath, iid }],
    ['listIssues', { fullPath: group, state: 'opened', first: 20, sort: 'CREATED_DESC', isProject: false }],
    ['groupEpics', { fullPath: group, state: 'opened', first: 20, sort: 'CREATED_AT_DESC' }],
  ];
  const [operation, variables] = asked[turn % asked.length] as (typeof asked)[number];
  return ['/api/graphql', 'POST', { persisted: true, query: persistedHash(operation), variables }];
}

function writeOf(turn: number): Request {
  const { project, iid } = issueAt(Math.floor(turn / 5) * 7);
  const path = `/api/v4/projects/${project}/issues/${iid}`;
  const writes: Request[] = [
    [path, 'PUT', { state_event: Math.floor(turn / 5) % 2 === 0 ? 'close' : 'reopen' }],
    [path, 'PUT', turn % 2 === 0 ? { add_labels: ['label-7'] } : { remove_labels: ['label-7'] }],
    [path, 'PUT', { due_date: `2026-0${(turn % 9) + 1}-15` }],
    [`${path}/notes`, 'POST', { body: `Comment ${turn}, written under load` }],
    [path, 'PUT', { description: `Changed ${turn} times, beside other requests.` }],
  ];
  return writes[turn % writes.length] as Request;
}

/** Sends requests at the rate, whether or not earlier ones were answered. */
async function offer(): Promise<void> {
  const next = one();
  const open = new Set<Promise<void>>();
  const began = performance.now();
  for (let sent = 0; !isOver();) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; sent < due; sent += 1) {
      if (open.size >= MAX_OPEN) beside.unsent += 1;
      else {
        const request = timed(next).finally(() => open.delete(request));
        open.add(request);
      }
    }
    await sleep(5);
  }
  await Promise.all(open);
}

async function timed(work: () => Promise<void>): Promise<void> {
  const before = performance.now();
  const isFailed = await work().then(
    () => false,
    (error: unknown) => {
      console.error(String(error));
      return true;
    },
  );
  answered.push({ ms: performance.now() - before, isFailed });
}

async function every(ms: number, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await sleep(Math.min(ms, Math.max(0, end - performance.now())));
    await work().catch((error: unknown) => {
      beside.failures += 1;
      console.error(String(error));
    });
  }
}

/** Closes a hundred issues, the next time opens them again. */
async function bulkChange(): Promise<void> {
  const ids = changedTogether.map(({ id }) => `gid://gitlab/WorkItem/${id}`);
  const query = `mutation ($input: WorkItemBulkUpdateInput!) { workItemBulkUpdate(input: $input) { errors refused { id } updatedWorkItemCount } }`;
  const input = { ids, fullPath: group, stateEvent: beside.bulks % 2 === 0 ? 'CLOSE' : 'REOPEN' };
  const answer = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const text = await answer.text();
  if (!text.includes(`"updatedWorkItemCount":${BULK_SIZE}`))
    throw new Error(`The bulk change answered ${text.slice(0, 300)}`);
  beside.bulks += 1;
}

function openLive(): { socket: Socket; changes: number } {
  const page = { socket: connect(Number(new URL(server.url).port), '127.0.0.1'), changes: 0 };
  page.socket.write(`GET /-/live?group=${group} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`);
  page.socket.on('error', () => {});
  page.socket.on('data', (chunk: Buffer) => (page.changes += chunk.toString().split('event: change').length - 1));
  return page;
}

function report(): void {
  const thirds = thirdsOf(looks).map((part) => ({
    serverMb: median(part, ({ serverMb }) => serverMb),
    postgresMb: median(part, ({ postgresMb }) => postgresMb),
    waiting: Math.max(...part.map(({ waiting }) => waiting)),
    dead: Math.max(...part.map(({ dead }) => dead)),
  }));
  const times = thirdsOf(answered).map((part) => part.map(({ ms }) => ms));
  const row = (what: string, values: readonly number[]) => [what, ...values.map(figure)];
  printTable(
    `${MINUTES} minutes at ${figure(rate)} requests/s, ${LIVE_PAGES} pages with live updates, ${beside.imports} imports, ${beside.bulks} bulk changes`,
    ['what', 'first third', 'second', 'last'],
    [
      row(
        'memory of the server, median MB',
        thirds.map(({ serverMb }) => serverMb),
      ),
      row(
        'memory of PostgreSQL, median MB',
        thirds.map(({ postgresMb }) => postgresMb),
      ),
      row(
        'rows that wait for a job, at most',
        thirds.map(({ waiting }) => waiting),
      ),
      row(
        'dead rows, at most',
        thirds.map(({ dead }) => dead),
      ),
      row(
        'response p50 ms',
        times.map((each) => percentile(each, 0.5)),
      ),
      row(
        'response p99 ms',
        times.map((each) => percentile(each, 0.99)),
      ),
    ],
  );
  const [, second, last] = thirds;
  const failed = answered.filter(({ isFailed }) => isFailed).length + beside.failures + lost;
  const growth = (of: (third: (typeof thirds)[number]) => number) =>
    second && last ? of(last) / of(second) : Number.NaN;
  holdTarget(
    'soak',
    'growth of the server’s memory, last third to the second',
    growth(({ serverMb }) => serverMb),
    MAX_GROWTH,
  );
  holdTarget(
    'soak',
    'growth of PostgreSQL’s memory',
    growth(({ postgresMb }) => postgresMb),
    MAX_GROWTH,
  );
  holdTarget('soak', 'failed requests, changes and pages', failed, 0);
  holdTarget('soak', 'requests not sent because the server did not keep up', beside.unsent, 0);
}

function median(part: readonly Look[], of: (look: Look) => number): number {
  return percentile(part.map(of), 0.5);
}
