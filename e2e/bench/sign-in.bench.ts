// The time of a refused password for each kind of account (OG-SE-08), and what tracing costs (OG-OB-03). Samples of all kinds alternate, so that
// the load of the machine is the same for each.
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adminToken } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { figure, holdTarget, load, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, freshData, milepost, serve, unlimited } from './lib/milepost.ts';
import { send } from './lib/others.ts';

const ACCOUNTS = 100;
/** Fewer than failures have no delay. */
const TRIES = 3;
const settings = { ...unlimited, MILEPOST_RATE_LIMIT_SIGN_IN: '0' };
const PASSWORD = 'correct horse battery';

const { folder, remove } = freshData();
await ensureGroup(folder, 'busy', 500, 1_000);
const token = await adminToken(folder);
await milepost(
  folder,
  'user',
  'create',
  '--username',
  'model',
  '--email',
  'model@example.org',
  '--name',
  'Model',
  '--password',
  PASSWORD,
);

const { pool, close } = await poolOn(folder, 1);
for (const kind of ['existing', 'blocked', 'directory', 'provider']) {
  await pool.query(
    `INSERT INTO users (username, name, email, state, password_hash, confirmed_at)
     SELECT $1 || n, $1, $1 || n || '@example.org', $2, CASE WHEN $3 THEN (SELECT password_hash FROM users WHERE username = 'model') END, now()
     FROM generate_series(1, $4::int) n`,
    [kind, kind === 'blocked' ? 'blocked' : 'active', kind === 'existing' || kind === 'blocked', ACCOUNTS],
  );
  if (kind === 'directory' || kind === 'provider')
    await pool.query(
      `INSERT INTO identities (user_id, provider, subject, shown_as) SELECT id, $2, username, username FROM users WHERE name = $1`,
      [kind, kind === 'directory' ? 'ldapmain' : 'corp'],
    );
}
await close();

const server = await serve(folder, settings);
const agent = new Agent({ keepAlive: true });
const kinds = ['unknown', 'directory', 'provider', 'blocked', 'existing'];
const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
for (let attempt = 0; attempt < TRIES; attempt += 1) {
  for (let account = 1; account <= ACCOUNTS; account += 1) {
    for (const kind of kinds) {
      const body = JSON.stringify({ username: `${kind}${account}`, password: 'wrong password' });
      const began = performance.now();
      const status = await send(agent, `${server.url}/-/sign-in`, {}, body);
      times.get(kind)?.push(performance.now() - began);
      if (status !== 401) throw new Error(`${kind}${account} was answered ${status}`);
    }
  }
}
await server.stop();
const medians = kinds.map((kind) => percentile(times.get(kind) ?? [], 0.5));
printTable(
  `A refused password, ${ACCOUNTS * TRIES} times for each kind of account`,
  ['account', 'p50 ms', 'p95 ms'],
  kinds.map((kind, index) => [kind, figure(medians[index] ?? 0), figure(percentile(times.get(kind) ?? [], 0.95))]),
);
holdTarget('refused passwords', 'difference of the medians in ms', Math.max(...medians) - Math.min(...medians), 20);

// Rounds with and without a collector alternate.
const collector = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const [plain, traced] = [
  await serve(folder, settings),
  await serve(folder, { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
];
const rates: Record<'plain' | 'traced', number[]> = { plain: [], traced: [] };
const list = '/api/v4/groups/busy/epics?per_page=20';
const many = new Agent({ keepAlive: true, maxSockets: 4 });
for (let round = 0; round < 6; round += 1) {
  for (const [name, { url }] of Object.entries({ plain, traced }) as ['plain' | 'traced', typeof plain][]) {
    const { perSecond } = await load(4, 5, () => send(many, url + list, { 'private-token': token }, null));
    rates[name].push(perSecond);
  }
}
await plain.stop();
await traced.stop();
agent.destroy();
many.destroy();
collector.closeAllConnections();
collector.close();
remove();
const [without, withTraces] = [percentile(rates.plain, 0.5), percentile(rates.traced, 0.5)];
printTable(
  'A list of epics over four connections, median of six rounds of 5 s',
  ['tracing', 'requests per second'],
  [
    ['off', figure(without)],
    ['to a local collector', figure(withTraces)],
  ],
);
holdTarget('tracing', 'cost in % of the throughput', 100 * (1 - withTraces / without), 5);
